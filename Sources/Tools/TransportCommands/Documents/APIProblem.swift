// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong, as a server tells it of a request, of a file or of a version.
struct APIProblem: Equatable, Sendable, Encodable, CustomStringConvertible {
    let code: String
    let description: String
    /// What of a request is meant; nil of files and versions.
    var place: String?

    private enum CodingKeys: String, CodingKey {
        case code
        case text = "description"
    }

    init(code: String, description: String, place: String? = nil) {
        self.code = code
        self.place = place
        self.text = description
        self.description =
            [code, place.map { "(\($0))" }].compactMap(\.self).joined(separator: " ") + ": " + description
    }

    private let text: String
}
