// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A JSON value with its place in the text it was read from.
package struct JSONNode: Sendable {
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONNode])
        /// In the order of the text; no key comes twice.
        case object([Member])
    }

    /// A key of an object and its value.
    package struct Member: Sendable {
        package let key: String
        /// Byte offset of the key's opening quote.
        package let keyOffset: Int
        package let value: JSONNode

        package init(key: String, keyOffset: Int, value: JSONNode) {
            self.key = key
            self.keyOffset = keyOffset
            self.value = value
        }
    }

    /// Byte offset of the value's first byte.
    package let offset: Int
    package let content: Content

    package init(offset: Int, content: Content) {
        self.offset = offset
        self.content = content
    }

    /// For messages: "a string", "an array".
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value of a key; nil when this is no object or lacks it.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value without its places.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.value.value) }, uniquingKeysWith: { first, _ in first }))
        }
    }
}
