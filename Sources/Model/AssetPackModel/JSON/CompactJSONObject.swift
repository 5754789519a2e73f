// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Writes an object as JSON text with no space in it, member by member: for large documents that are always of one form, which
/// `JSONEncoder` makes with an object in memory for each value.
struct CompactJSONObject {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    init() {}

    private mutating func append(key: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// - `key`: nothing in it needs to be escaped.
    mutating func set(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        append(key: key)
        JSONValue.appendCompact(value, to: &bytes)
    }

    mutating func set(_ key: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        append(key: key)
        bytes += String(value).utf8
    }

    mutating func set(_ key: StaticString, _ value: JSONValue?) {
        guard let value else { return }
        append(key: key)
        value.appendCompact(to: &bytes)
    }

    /// - `text`: JSON.
    mutating func set(_ key: StaticString, text: [UInt8]) {
        append(key: key)
        bytes += text
    }

    /// An array of what the body writes for each element.
    mutating func set<Element>(
        _ key: StaticString, _ elements: [Element], _ write: (Element, inout [UInt8]) -> Void
    ) {
        append(key: key)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The text, whole.
    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
