// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension EntryHeader {
    /// Reads a whole header, magic included. `entry` is its index, for messages.
    ///
    /// Fields may come in any order; unknown ones are passed over by their type. Every field that this package knows
    /// may come once.
    init(decoding bytes: [UInt8], entry: Int) throws(ArchiveError) {
        var reader = FieldReader(bytes: bytes, entry: entry)
        var kind: EntryKind?
        self.init(kind: .file, path: "")
        var seen: Set<String> = []
        while let field = try reader.next() {
            switch field.key {
            case "TYP", "PAT", "LNK", "UID", "GID", "MOD", "FLG", "MTM", "CTM", "SIZ", "HLC", "DAT", "CKS", "SH1",
                "SH2", "SH3", "SH5":
                guard seen.insert(field.key).inserted else { throw reader.malformed("it has two \(field.key) fields") }
            default: break
            }
            switch (field.key, field.value) {
            case ("TYP", .number(let value)):
                guard let byte = UInt8(exactly: value), let known = EntryKind(rawValue: byte) else {
                    throw reader.malformed("its type is unknown")
                }
                kind = known
            case ("PAT", .text(let value)): path = try Self.text(value)
            case ("LNK", .text(let value)): linkTarget = try Self.text(value)
            case ("MOD", .number(let value)): mode = UInt16(truncatingIfNeeded: value & 0o7777)
            case ("UID", .number(let value)): userID = value
            case ("GID", .number(let value)): groupID = value
            case ("FLG", .number(let value)): flags = value
            case ("SIZ", .number(let value)): declaredSize = value
            case ("HLC", .number(let value)): hardLinkCluster = value
            case ("MTM", .time(let value)): modified = value
            case ("CTM", .time(let value)): created = value
            case (let key, .blob(let size)): blobs.append(Blob(key: key, size: size))
            case (let key, .digest(let value)):
                guard let algorithm = EntryDigest.Algorithm(rawValue: key) else { break }
                guard value.count == algorithm.length else { throw reader.malformed("its \(key) has a wrong length") }
                digests.append(EntryDigest(algorithm: algorithm, bytes: value))
            case ("TYP", _), ("PAT", _), ("LNK", _), ("MOD", _), ("SIZ", _), ("DAT", _):
                throw reader.malformed("its \(field.key) field is of a wrong type")
            default: break
            }
        }
        guard let kind else { throw reader.malformed("it has no type") }
        self.kind = kind
        var total: UInt64 = 0
        for blob in blobs {
            let (sum, overflow) = total.addingReportingOverflow(blob.size)
            guard !overflow, sum <= UInt64(Int64.max) else { throw reader.malformed("the sizes in it overflow") }
            total = sum
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unsafePath(String(decoding: bytes, as: UTF8.self), .notUTF8)
        }
        guard !bytes.contains(0) else { throw .unsafePath(text, .nulByte) }
        return text
    }
}
