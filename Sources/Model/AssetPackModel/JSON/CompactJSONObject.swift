// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Writes an object as JSON text with no space in it, member by member: for large documents that are always of one form, which
/// `JSONEncoder` makes with an object in memory for each value.
struct CompactJSONObject {
    private var isEmpty = true

    /// Begins it, at the end of what is there.
    init(in bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "{")) }

    /// Ends it.
    consuming func finish(in bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }

    /// Begins a member; its value is written next.
    ///
    /// - `key`: nothing in it needs to be escaped.
    mutating func begin(_ key: StaticString, in bytes: inout [UInt8]) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func set(_ key: StaticString, _ value: String?, in bytes: inout [UInt8]) {
        guard let value else { return }
        begin(key, in: &bytes)
        JSONValue.appendCompact(value, to: &bytes)
    }

    mutating func set(_ key: StaticString, _ value: (some BinaryInteger)?, in bytes: inout [UInt8]) {
        guard let value else { return }
        begin(key, in: &bytes)
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func set(_ key: StaticString, _ value: Digest?, in bytes: inout [UInt8]) {
        guard let value else { return }
        begin(key, in: &bytes)
        bytes.append(UInt8(ascii: "\""))
        Hexadecimal.append(value.bytes, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func set(_ key: StaticString, _ value: JSONValue?, in bytes: inout [UInt8]) {
        guard let value else { return }
        begin(key, in: &bytes)
        value.appendCompact(to: &bytes)
    }

    /// An array of what the body writes for each element.
    mutating func set<Element>(
        _ key: StaticString, _ elements: [Element], in bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        begin(key, in: &bytes)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
