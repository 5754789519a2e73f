// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension EntryHeader {
    /// The header as it stands in an archive, magic included: fields in the order of Apple's tool, numbers and blob
    /// sizes in the least width that holds them. Throws `unsafePath` when path or link are too long for a header.
    package func encoded() throws(ArchiveError) -> [UInt8] {
        var bytes: [UInt8] = Array("AA01".utf8) + [0, 0]
        func add(_ key: String, _ type: String, _ value: some Collection<UInt8>) {
            bytes += Array((key + type).utf8)
            bytes += value
        }
        func addNumber(_ key: String, _ value: UInt64) {
            switch value {
            case ...0xff: add(key, "1", Self.little(value, 1))
            case ...0xffff: add(key, "2", Self.little(value, 2))
            case ...0xffff_ffff: add(key, "4", Self.little(value, 4))
            default: add(key, "8", Self.little(value, 8))
            }
        }
        func addText(_ key: String, _ value: String) throws(ArchiveError) {
            guard let count = UInt16(exactly: value.utf8.count) else { throw .unsafePath(value, .tooLong) }
            add(key, "P", Self.little(UInt64(count), 2) + Array(value.utf8))
        }
        func addTime(_ key: String, _ value: EntryTime) {
            add(key, "T", Self.little(UInt64(bitPattern: value.seconds), 8) + Self.little(UInt64(value.nanoseconds), 4))
        }
        add("TYP", "1", [kind.rawValue])
        try addText("PAT", path)
        if let linkTarget { try addText("LNK", linkTarget) }
        if let userID { addNumber("UID", userID) }
        if let groupID { addNumber("GID", groupID) }
        // Apple's writer always takes two bytes here, and some readers expect no other width.
        if let mode { add("MOD", "2", Self.little(UInt64(mode), 2)) }
        if let flags { addNumber("FLG", flags) }
        if let modified { addTime("MTM", modified) }
        if let created { addTime("CTM", created) }
        if let hardLinkCluster { addNumber("HLC", hardLinkCluster) }
        if let declaredSize { addNumber("SIZ", declaredSize) }
        for digest in digests { add(digest.algorithm.rawValue, digest.algorithm.typeLetter, digest.bytes) }
        for blob in blobs {
            switch blob.size {
            case ...0xffff: add(blob.key, "A", Self.little(blob.size, 2))
            case ...0xffff_ffff: add(blob.key, "B", Self.little(blob.size, 4))
            default: add(blob.key, "C", Self.little(blob.size, 8))
            }
        }
        guard let count = UInt16(exactly: bytes.count) else { throw .unsafePath(path, .tooLong) }
        bytes.replaceSubrange(4..<6, with: Self.little(UInt64(count), 2))
        return bytes
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
