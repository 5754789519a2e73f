// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What texts of JSON say. The versions of an app have the same few again and again: their platforms, when they are fetched, and that
/// nothing is wrong with them.
final class KnownJSON: Sendable {
    static let shared = KnownJSON()

    /// Then all are forgotten.
    private static let largestCount = 512
    private static let longestText = 512

    private struct Name: Hashable {
        let type: ObjectIdentifier
        let text: String
    }

    private let values = Mutex<[Name: any Sendable]>([:])

    init() {}

    func value<Value: Sendable>(of text: String, as type: Value.Type) -> Value? {
        let name = Name(type: ObjectIdentifier(type), text: text)
        return values.withLock { values in
            // Nothing is no value, also where a value may be nothing.
            guard let value = values[name] else { return nil }
            return value as? Value
        }
    }

    func keep<Value: Sendable>(_ value: Value, of text: String) {
        guard text.utf8.count <= Self.longestText else { return }
        let name = Name(type: ObjectIdentifier(Value.self), text: text)
        values.withLock { values in
            if values.count >= Self.largestCount { values = [:] }
            values[name] = value
        }
    }
}
