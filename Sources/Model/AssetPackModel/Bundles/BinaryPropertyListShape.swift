// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The objects of a binary property list, as far as one refers to another.
///
/// The form: `bplist00`, the objects, a table of their offsets, and 32 bytes that tell of the widths, the number of objects,
/// the topmost one, and where the table lies. An array (0xA) or a set (0xC) has references to its elements, a dictionary
/// (0xD) to its keys and then to its values.
struct BinaryPropertyListShape {
    private let bytes: [UInt8]
    private let offsetWidth: Int
    private let referenceWidth: Int
    private let count: Int
    private let top: Int
    private let table: Int

    /// Nil for what is too broken for any parser.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), (1...8).contains(offsetWidth),
            (1...8).contains(referenceWidth), count <= bytes.count, top < count, table <= bytes.count,
            count * offsetWidth <= bytes.count - table
        else { return nil }
        self.count = count
        self.top = top
        self.table = table
    }

    var isHarmless: Bool {
        var sizes: [Int: Int] = [:]
        return size(of: top, depth: 1, &sizes) != nil
    }

    /// How many values an object stands for with all that it refers to; nil when they nest too deep or are too many.
    private func size(of object: Int, depth: Int, _ sizes: inout [Int: Int]) -> Int? {
        guard depth <= PropertyListShape.depthLimit + 1 else { return nil }
        if let size = sizes[object] { return size }
        var size = 1
        for reference in references(of: object) {
            guard let inner = self.size(of: reference, depth: depth + 1, &sizes) else { return nil }
            size += inner
            guard size <= PropertyListShape.valueLimit else { return nil }
        }
        sizes[object] = size
        return size
    }

    /// What an object refers to; nothing when it is no collection, or is malformed.
    private func references(of object: Int) -> [Int] {
        guard let offset = Self.number(bytes, table + object * offsetWidth, offsetWidth), offset < bytes.count else {
            return []
        }
        let kind = bytes[offset] >> 4
        guard kind == 0xa || kind == 0xc || kind == 0xd else { return [] }
        var length = Int(bytes[offset] & 0xf)
        var place = offset + 1
        if length == 0xf {
            // The length is an integer object of its own.
            guard place < bytes.count, bytes[place] >> 4 == 1, bytes[place] & 0xf <= 3 else { return [] }
            let width = 1 << Int(bytes[place] & 0xf)
            guard let long = Self.number(bytes, place + 1, width) else { return [] }
            length = long
            place += 1 + width
        }
        guard length <= bytes.count else { return [] }
        let total = kind == 0xd ? 2 * length : length
        guard total * referenceWidth <= bytes.count - place else { return [] }
        return (0..<total).compactMap { index in
            Self.number(bytes, place + index * referenceWidth, referenceWidth).flatMap { $0 < count ? $0 : nil }
        }
    }

    /// A big-endian number that fits an Int; nil beyond the end.
    private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        let value = bytes[offset..<offset + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
