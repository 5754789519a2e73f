// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport

/// An entry stream as some other program may write it, made from a seed.
struct ForeignStream {
    struct Entry {
        let path: String
        let offset: Int
        let headerSize: Int
        let otherBlobSize: Int
        let data: [UInt8]
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []

    init(_ generator: inout SeededGenerator) {
        let count = Int.random(in: 1...12, using: &generator)
        for index in 0..<count { add(index, &generator) }
    }

    /// The stream in a container of stored blocks of many sizes, short ones in the middle included.
    func inContainer(_ generator: inout SeededGenerator) -> [UInt8] {
        var archive = Array("pbze".utf8) + Self.big(4 << 20)
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(Int.random(in: 1...900, using: &generator))
            archive += Self.big(block.count) + Self.big(block.count) + block
            rest = rest.dropFirst(block.count)
        }
        return archive
    }

    private mutating func add(_ index: Int, _ generator: inout SeededGenerator) {
        let path = index == 0 ? "f" : "folder-\(index)/file"
        let isFile = Bool.random(using: &generator)
        let data = isFile ? (0..<Int.random(in: 0...2000, using: &generator)).map { UInt8(truncatingIfNeeded: $0) } : []
        // The order of blobs is that of their fields.
        var blobs: [[UInt8]] = []
        var fields: [([UInt8], blob: [UInt8]?)] = []
        fields.append((Array("TYP1".utf8) + [UInt8(ascii: isFile ? "F" : "D")], nil))
        fields.append((Array("PATP".utf8) + Self.little(path.utf8.count, 2) + Array(path.utf8), nil))
        if isFile { fields.append((Self.blob("DAT", data, &generator), data)) }
        let extras: [([UInt8], blob: [UInt8]?)] = [
            (Array("UID8".utf8) + Self.little(0, 8), nil),
            (Array("MOD4".utf8) + Self.little(0o644, 4), nil),
            (Array("MTMS".utf8) + Self.little(1_700_000_000, 8), nil),
            (Array("BTMT".utf8) + Self.little(1, 12), nil),
            (Array("ZZZ*".utf8), nil),
            (Array("QQQP".utf8) + Self.little(3, 2) + [1, 2, 3], nil),
            (Array("SLC2".utf8) + Self.little(7, 2), nil),
            (Self.blob("XAT", [9, 9, 9], &generator), [9, 9, 9]),
            (Self.blob("ACL", [], &generator), []),
        ]
        for extra in extras where Bool.random(using: &generator) { fields.append(extra) }
        fields.shuffle(using: &generator)
        for case (_, let blob?) in fields { blobs.append(blob) }
        let all = fields.flatMap(\.0)
        let magic = Bool.random(using: &generator) ? "AA01" : "YAA1"
        let offset = bytes.count
        bytes += Array(magic.utf8) + Self.little(6 + all.count, 2) + all + blobs.joined()
        entries.append(
            Entry(
                path: path, offset: offset, headerSize: 6 + all.count,
                otherBlobSize: blobs.reduce(0) { $0 + $1.count } - data.count, data: data))
    }

    /// A blob's field; the width of its size is any that holds it.
    private static func blob(_ key: String, _ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        let (letter, width) = [("A", 2), ("B", 4), ("C", 8)].randomElement(using: &generator) ?? ("C", 8)
        return Array((key + letter).utf8) + little(bytes.count, width)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    private static func big(_ value: Int) -> [UInt8] { little(value, 8).reversed() }
}
