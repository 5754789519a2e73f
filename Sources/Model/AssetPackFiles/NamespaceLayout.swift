// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where things lie in a `namespace` file. All numbers are little-endian.
///
///     header    104 bytes: see the offsets below; the checksum covers all of it but itself
///     packs     one record of `packStride` bytes a pack, sorted by ID (bytes)
///     text      IDs and languages, which pack records point into
///     records   one a path, sorted by path, each on a multiple of 8 bytes:
///               path length u32, owner count u32, owners (pack u32, mode u32, size u64) sorted by pack, path, padding
///     slots     open addressing with linear probing, a power of two of them, at most half full:
///               high half of the path's hash u32, place of the record in the file divided by 8 u32 (0: empty)
///
/// A reader takes any minor version of the major version it knows: later minor versions may enlarge the header and the
/// pack records at their ends, and add sections between the ones that are here.
enum NamespaceLayout {
    /// "BANAMES" and a NUL.
    static let magic: UInt64 = 0x0053_454d_414e_4142
    static let majorVersion: UInt16 = 1
    static let minorVersion: UInt16 = 0
    static let headerSize = 104
    static let largestHeaderSize = 4096
    static let packStride = 40
    static let largestPackStride = 4096
    static let slotSize = 8
    static let ownerSize = 16
    static let recordHeadSize = 8
    /// Bytes of the longest path (PATH_MAX), and of one component of it (NAME_MAX).
    static let longestPath = 4096
    static let longestComponent = 255

    /// Byte offsets in the header.
    enum Header {
        static let magic = 0
        static let majorVersion = 8
        static let minorVersion = 10
        static let headerSize = 12
        static let generation = 16
        static let fileSize = 24
        static let packOffset = 32
        static let packCount = 40
        static let packStride = 44
        static let textOffset = 48
        static let textSize = 56
        static let recordOffset = 64
        static let recordSize = 72
        static let slotOffset = 80
        static let slotCount = 88
        static let pathCount = 92
        static let checksum = 96
    }

    /// Byte offsets in a pack record.
    enum Pack {
        static let idOffset = 0
        static let idLength = 4
        static let languageLength = 6
        static let languageOffset = 8
        static let flags = 12
        static let version = 16
        static let size = 24
        static let fileCount = 32
    }

    /// FNV-1a over 64 bits, the checksum of the header.
    static func checksum(_ header: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (offset, byte) in header.enumerated() where offset < Header.checksum || offset >= Header.checksum + 8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return hash
    }

    /// The hash of a path: FNV-1a, then mixed so that both halves depend on every byte.
    static func hash(_ path: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in path { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ (hash >> 33)
    }

    /// What is wrong with a relative path as an entry, or nil when nothing is.
    static func problem(withPath path: some Collection<UInt8>) -> String? {
        if path.isEmpty { return "it is empty" }
        if path.count >= longestPath { return "it has \(path.count) bytes, and \(longestPath - 1) are allowed" }
        if path.contains(0) { return "it contains a NUL" }
        for component in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if component.isEmpty { return "it is absolute or has an empty component" }
            if component.count > longestComponent {
                return "a component has \(component.count) bytes, and \(longestComponent) are allowed"
            }
            if component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
                return "it has a component that is \".\" or \"..\""
            }
        }
        return nil
    }
}
