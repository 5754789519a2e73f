// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// Where a page of a list by names ended: the address of the page after it names it.
struct NamePlace: Equatable, Sendable {
    let name: String
    let id: String

    init(name: String, id: String) {
        self.name = name
        self.id = id
    }

    /// - Returns: nil in the address of a first page.
    init?(_ query: FormFields) {
        guard let name = query["after"], let id = query["id"] else { return nil }
        self.init(name: name, id: id)
    }

    /// As keysets have it.
    var values: [SQLValue] { [.text(name), .text(id)] }

    /// The query of the page after this one.
    var query: String { "?after=\(FormFields.encoded(name))&id=\(FormFields.encoded(id))" }
}
