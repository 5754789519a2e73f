// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Dictionaries as property lists.
enum PropertyListValues {
    /// - Returns: nil for none; what no property list can hold is left out.
    static func data(_ values: [AnyHashable: Any]) -> Data? {
        var held: [String: Any] = [:]
        for (key, value) in values {
            guard let key = key as? String, PropertyListSerialization.propertyList([key: value], isValidFor: .binary)
            else { continue }
            held[key] = value
        }
        guard !held.isEmpty else { return nil }
        return try? PropertyListSerialization.data(fromPropertyList: held, format: .binary, options: 0)
    }

    static func values(_ data: Data) -> [AnyHashable: Any] {
        let values = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        return (values as? [String: Any]) ?? [:]
    }
}
