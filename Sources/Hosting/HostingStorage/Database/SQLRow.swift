// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A row of what a statement found.
package struct SQLRow: Sendable {
    /// The places of the columns, by name; one for all rows of a result.
    let columns: [String: Int]
    let values: [SQLValue]

    package func value(_ column: String) throws(StorageError) -> SQLValue {
        guard let index = columns[column] else { throw .unexpected("no column is named \(column)") }
        return values[index]
    }

    package func optionalText(_ column: String) throws(StorageError) -> String? {
        switch try value(column) {
        case .null: nil
        case .text(let text): text
        case let other: throw .unexpected("\(column) is no text: \(other)")
        }
    }

    package func text(_ column: String) throws(StorageError) -> String {
        guard let text = try optionalText(column) else { throw .unexpected("\(column) is not set") }
        return text
    }

    package func optionalInteger(_ column: String) throws(StorageError) -> Int64? {
        switch try value(column) {
        case .null: nil
        case .integer(let number): number
        case let other: throw .unexpected("\(column) is no whole number: \(other)")
        }
    }

    package func integer(_ column: String) throws(StorageError) -> Int64 {
        guard let number = try optionalInteger(column) else { throw .unexpected("\(column) is not set") }
        return number
    }

    package func bool(_ column: String) throws(StorageError) -> Bool { try integer(column) != 0 }

    package func optionalBytes(_ column: String) throws(StorageError) -> [UInt8]? {
        switch try value(column) {
        case .null: nil
        case .bytes(let bytes): bytes
        case let other: throw .unexpected("\(column) has no bytes: \(other)")
        }
    }

    package func bytes(_ column: String) throws(StorageError) -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw .unexpected("\(column) is not set") }
        return bytes
    }

    /// One of the values of an enumeration.
    package func raw<Value: RawRepresentable<String>>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(StorageError) -> Value {
        guard let value = try optionalRaw(column, as: type) else { throw .unexpected("\(column) is not set") }
        return value
    }

    package func optionalRaw<Value: RawRepresentable<String>>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(StorageError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        guard let value = Value(rawValue: text) else { throw .unexpected("\(column) is no \(type): \(text)") }
        return value
    }
}
