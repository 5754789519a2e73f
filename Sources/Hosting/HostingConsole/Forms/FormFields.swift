// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a form, or the query of an address, says (URL Standard, application/x-www-form-urlencoded).
struct FormFields: Equatable, Sendable {
    private static let largestCount = 1_000

    private var items: [(name: String, value: String)] = []

    init() {}

    /// - Returns: nil for what is none.
    init?(_ text: String) {
        let pairs = text.split(separator: "&")
        guard pairs.count <= Self.largestCount else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                return nil
            }
            items.append((name, value))
        }
    }

    /// Adds what a part of a form says that has files.
    ///
    /// - Returns: whether there is room for it.
    mutating func add(_ name: String, _ value: String) -> Bool {
        guard items.count < Self.largestCount, !name.utf8.contains(0), !value.utf8.contains(0) else { return false }
        items.append((name, value))
        return true
    }

    /// The first value of a name.
    subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// All values of a name.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// A value without the spaces around it; nil when there is nothing else.
    func text(_ name: String) -> String? {
        guard let value = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines), !value.isEmpty else {
            return nil
        }
        return value
    }

    static func == (left: FormFields, right: FormFields) -> Bool {
        left.items.elementsEqual(right.items) { $0 == $1 }
    }

    /// For a place in an address.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.urlQueryAllowed)) ?? ""
    }

    private static func decoded(_ text: Substring) -> String? {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding, !decoded.utf8.contains(0) else {
            return nil
        }
        return decoded
    }
}
