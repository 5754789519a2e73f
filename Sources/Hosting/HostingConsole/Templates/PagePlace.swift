// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Where a page of a list ended, whose newest elements come first: the address of the page after it names it.
struct PagePlace: Equatable, Sendable {
    /// Milliseconds since 1970.
    let time: Int64
    let id: String

    init(time: Int64, id: String) {
        self.time = time
        self.id = id
    }

    /// - Returns: nil in the address of a first page.
    init?(_ query: FormFields) {
        guard let time = query["before"].flatMap({ Int64($0) }), let id = query["id"] else { return nil }
        self.init(time: time, id: id)
    }

    /// As keysets have it.
    var values: [SQLValue] { [.integer(time), .text(id)] }

    /// The query of the page after this one.
    var query: String { "?before=\(time)&id=\(FormFields.encoded(id))" }

    /// The query of the page after `page`; nil when there is none.
    static func next<Element: Sendable>(
        after page: Page<Element>, _ place: (Element) -> (time: Timestamp, id: String)
    ) -> String? {
        guard page.hasMore, let last = page.elements.last.map(place) else { return nil }
        return PagePlace(time: last.time.milliseconds, id: last.id).query
    }
}
