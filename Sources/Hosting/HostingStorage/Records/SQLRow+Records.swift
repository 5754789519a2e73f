// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HostingModel

extension SQLRow {
    package func timestamp(_ column: String) throws(StorageError) -> Timestamp {
        Timestamp(milliseconds: try integer(column))
    }

    package func optionalTimestamp(_ column: String) throws(StorageError) -> Timestamp? {
        try optionalInteger(column).map(Timestamp.init(milliseconds:))
    }

    /// A value that is kept as JSON.
    func json<Value: Decodable & Sendable>(_ column: String, as type: Value.Type = Value.self) throws(StorageError)
        -> Value
    {
        let text = try text(column)
        if let known = KnownJSON.shared.value(of: text, as: type) { return known }
        do {
            let value = try JSONDecoder().decode(type, from: Data(text.utf8))
            KnownJSON.shared.keep(value, of: text)
            return value
        } catch { throw .unexpected("\(column) is no \(type): \(error)") }
    }

    /// The same, where there may be none.
    func optionalJSON<Value: Decodable & Sendable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(StorageError) -> Value? {
        try optionalText(column) == nil ? nil : try json(column, as: type)
    }

    /// One of the versions of an app.
    func appVersion(_ column: String) throws(StorageError) -> AppVersionNumber? {
        guard let text = try optionalText(column) else { return nil }
        guard let number = AppVersionNumber(text) else { throw .unexpected("\(column) is no version: \(text)") }
        return number
    }
}

extension Timestamp: SQLConvertible {
    package var sqlValue: SQLValue { .integer(milliseconds) }
}

/// A value that is kept as JSON.
struct JSONColumn: SQLConvertible {
    let sqlValue: SQLValue

    init(_ value: some Encodable) throws(StorageError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { sqlValue = .text(String(decoding: try encoder.encode(value), as: UTF8.self)) } catch {
            throw .failed("a value cannot be written as JSON: \(error)")
        }
    }
}
