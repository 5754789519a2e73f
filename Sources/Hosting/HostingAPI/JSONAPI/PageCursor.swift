// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation

/// The place in a list where a page begins: what the one before ended with. Clients hand it back as it is.
struct PageCursor: Equatable, Sendable {
    /// The order of the list.
    let sorts: [String]
    /// Of the last resource before the page: what the list is sorted by, or the time that it goes by when nobody says, then its ID.
    let values: [JSONValue]

    init(sorts: [String], values: [JSONValue]) {
        self.sorts = sorts
        self.values = values
    }

    /// Characters of the longest one.
    private static let largestLength = 2_048

    /// Reads one; nil for what is none.
    init?(_ text: String) {
        guard text.utf8.count <= Self.largestLength else { return nil }
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64) else { return nil }
        let source = SourceText(name: "cursor", bytes: [UInt8](data))
        guard let root = try? JSONTextParser.parse(source, isStrict: true).value, case .object(let members) = root,
            members.count == 2, case .array(let sorts)? = members["s"], case .array(let values)? = members["v"],
            values.count > sorts.count,
            // No database takes a character with the code 0.
            !values.contains(where: { if case .string(let text) = $0 { text.utf8.contains(0) } else { false } })
        else { return nil }
        self.sorts = sorts.compactMap { if case .string(let sort) = $0 { sort } else { nil } }
        self.values = values
        guard self.sorts.count == sorts.count else { return nil }
    }

    /// For an address.
    var text: String {
        var bytes: [UInt8] = []
        JSONValue.object(["s": .array(sorts.map(JSONValue.string)), "v": .array(values)]).appendCompact(to: &bytes)
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
