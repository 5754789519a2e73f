// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A version of an app as people count: numbers with points between them, so that 1.10 comes after 1.9, and 1 is 1.0.
package struct AppVersionNumber: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    private static let largestCount = 8

    /// Without zeros at the end.
    private let numbers: [UInt32]

    /// - Returns: nil for what is not one to eight numbers.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...Self.largestCount).contains(parts.count) else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            guard let number = UInt32(part), part.allSatisfy(\.isNumber) else { return nil }
            numbers.append(number)
        }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no version of an app")
        }
        self = number
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    package static func < (first: Self, second: Self) -> Bool {
        first.numbers.lexicographicallyPrecedes(second.numbers)
    }
}
