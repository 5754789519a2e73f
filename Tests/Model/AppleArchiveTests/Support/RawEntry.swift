// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive

/// Makes entries by hand, right or wrong, for the reader to take or refuse.
struct RawEntry {
    var magic = "AA01"
    var fields: [UInt8] = []
    var blobs: [UInt8] = []
    /// What the header claims to be long; nil is the truth.
    var headerSize: Int?

    init(_ kind: String? = nil, _ path: String? = nil, data: [UInt8]? = nil) {
        if let kind { add("TYP1", Array(kind.utf8)) }
        if let path { text("PAT", Array(path.utf8)) }
        if let data { self.data(data) }
    }

    mutating func add(_ keyAndType: String, _ value: [UInt8] = []) {
        fields += Array(keyAndType.utf8) + value
    }

    mutating func text(_ key: String, _ value: [UInt8]) {
        add(key + "P", Self.little(UInt64(value.count), 2) + value)
    }

    mutating func text(_ key: String, _ value: String) { text(key, Array(value.utf8)) }

    mutating func data(_ bytes: [UInt8], key: String = "DAT") {
        add(key + "B", Self.little(UInt64(bytes.count), 4))
        blobs += bytes
    }

    var bytes: [UInt8] {
        Array(magic.utf8) + Self.little(UInt64(headerSize ?? fields.count + 6), 2) + fields + blobs
    }

    static func file(_ path: String, _ text: String = "x") -> RawEntry { RawEntry("F", path, data: Array(text.utf8)) }
    static func folder(_ path: String) -> RawEntry { RawEntry("D", path) }

    static func link(_ path: String, _ target: String) -> RawEntry {
        var entry = RawEntry("L", path)
        entry.text("LNK", target)
        return entry
    }

    static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}

extension [RawEntry] {
    var bytes: [UInt8] { flatMap(\.bytes) }
}

/// A container around a plain stream, with blocks of any sizes.
enum RawContainer {
    static func big(_ value: UInt64) -> [UInt8] { RawEntry.little(value, 8).reversed() }

    static func header(_ letter: String, blockSize: UInt64 = 4 << 20) -> [UInt8] {
        Array("pbz\(letter)".utf8) + big(blockSize)
    }

    static func block(plain: Int, stored: [UInt8]) -> [UInt8] {
        big(UInt64(plain)) + big(UInt64(stored.count)) + stored
    }

    /// `stream` in blocks of these sizes in turn, each compressed where that makes it smaller.
    static func wrap(_ stream: [UInt8], _ compression: Compression, sizes: [Int]) -> [UInt8] {
        guard let letter = compression.magicLetter else { return stream }
        let encoder = BlockEncoder(compression)
        var bytes = header(String(Unicode.Scalar(letter)))
        var place = 0
        var turn = 0
        while place < stream.count {
            let piece = Array(stream[place..<min(place + sizes[turn % sizes.count], stream.count)])
            bytes += block(plain: piece.count, stored: encoder.payload(piece) ?? piece)
            place += piece.count
            turn += 1
        }
        return bytes
    }
}
