// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// What an attribute may be. Requests are checked by it, and the OpenAPI document is made of it.
indirect enum ValueSchema: Equatable, Sendable {
    enum Format: String, Sendable {
        case uri
        case dateTime = "date-time"
    }

    /// - `length`: of its text, in Unicode scalars.
    case string(length: ClosedRange<Int> = 0...Self.largestLength, format: Format? = nil)
    case integer(ClosedRange<Int64>)
    case bool
    case enumeration(EnumerationSchema)
    case array(ValueSchema)
    case object([AttributeSchema])

    static let largestLength = 4_096
    /// What texts are made of (ECMA-262): no database takes a character with the code 0.
    static let pattern = "^[^\\u0000]*$"

    /// What is wrong with a value.
    ///
    /// - `pointer`: where it stands.
    func faults(of node: JSONNode, at pointer: String) -> [APIError] {
        switch (self, node.content) {
        case (.string(let length, _), .string(let text)):
            if text.utf8.contains(0) {
                return [
                    .attribute(.invalid, "The text has a character with the code 0, which is kept nowhere", at: pointer)
                ]
            }
            let count = text.unicodeScalars.count
            if length.contains(count) { return [] }
            return [
                .attribute(
                    .invalid,
                    "The text has \(count) characters; \(length.lowerBound) to \(length.upperBound) are allowed",
                    at: pointer)
            ]
        case (.integer(let range), _):
            guard let number = node.wholeNumber else { break }
            if range.contains(number) { return [] }
            return [
                .attribute(
                    .invalid, "\(number) is not between \(range.lowerBound) and \(range.upperBound)", at: pointer)
            ]
        case (.bool, .bool): return []
        case (.enumeration(let enumeration), .string(let text)):
            let values = enumeration.values
            if values.contains(text) { return [] }
            return [
                .attribute(
                    .type, "'\(text)' is not a valid value. Valid values are: \(values.joined(separator: ", "))",
                    at: pointer)
            ]
        case (.array(let element), .array(let nodes)):
            return nodes.enumerated().flatMap { element.faults(of: $1, at: "\(pointer)/\($0)") }
        case (.object(let attributes), .object): return attributes.faults(of: node, at: pointer)
        default: break
        }
        return [.attribute(.type, "It is \(node.kind), and must be \(name)", at: pointer)]
    }

    private var name: String {
        switch self {
        case .string, .enumeration: "a string"
        case .integer: "a whole number"
        case .bool: "a Boolean"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONNode {
    /// JSON has one kind of number: 1.0 is whole.
    var wholeNumber: Int64? {
        switch content {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }
}
