// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The 512 bytes in front of each entry of a tar archive: of the old kind, POSIX ustar, and GNU's.
struct TarHeader {
    static let length = 512

    let name: [UInt8]
    let linkName: [UInt8]
    let mode: UInt16
    let size: UInt64
    let type: UInt8

    /// Reads a block; nil for one of zeros, which ends an archive.
    ///
    /// - Throws: a reason, when it is no header: its checksum does not match, or a number is none.
    init?(_ block: UnsafeRawBufferPointer) throws(Fault) {
        guard block.contains(where: { $0 != 0 }) else { return nil }
        try Self.check(block)
        type = block[156]
        mode = UInt16(truncatingIfNeeded: try Self.number(block[100..<108], "mode") & 0o7777)
        size = try Self.number(block[124..<136], "size")
        linkName = Self.text(block[157..<257])
        // GNU's own format uses the place of the prefix for something else.
        let isPOSIX = block[257..<263].elementsEqual("ustar\0".utf8)
        let prefix = isPOSIX ? Self.text(block[345..<500]) : []
        let name = Self.text(block[0..<100])
        self.name = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Why a block is no header.
    struct Fault: Error {
        let reason: String
    }

    /// Whether the sum of all bytes, that of the checksum taken as spaces, is what it says. Old writers added up signed
    /// bytes.
    private static func check(_ block: UnsafeRawBufferPointer) throws(Fault) {
        let stored = try number(block[148..<156], "checksum")
        var unsigned: UInt64 = 0
        var signed: Int64 = 0
        for (index, byte) in block.enumerated() {
            let value = (148..<156).contains(index) ? UInt8(ascii: " ") : byte
            unsigned += UInt64(value)
            signed += Int64(Int8(bitPattern: value))
        }
        guard stored == unsigned || Int64(exactly: stored) == signed else {
            throw Fault(reason: "its checksum does not match")
        }
    }

    private static func text(_ field: Slice<UnsafeRawBufferPointer>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// Octal digits between spaces and NULs, or (marked by its highest bit) a binary number.
    private static func number(_ field: Slice<UnsafeRawBufferPointer>, _ what: String) throws(Fault) -> UInt64 {
        guard let first = field.first else { return 0 }
        var value: UInt64 = 0
        if first & 0x80 != 0 {
            guard first & 0x40 == 0 else { throw Fault(reason: "its \(what) is negative") }
            for (index, byte) in field.enumerated() {
                guard value >> 55 == 0 else { throw Fault(reason: "its \(what) is too large") }
                value = value << 8 | UInt64(index == 0 ? byte & 0x3f : byte)
            }
            return value
        }
        for byte in field.drop(while: { $0 == UInt8(ascii: " ") }) {
            if byte == 0 || byte == UInt8(ascii: " ") { break }
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else {
                throw Fault(reason: "its \(what) is no octal number")
            }
            value = value << 3 | UInt64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
