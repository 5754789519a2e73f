// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The paths that an archive has used so far, so that duplicates, paths that another file system would merge, and
/// entries below files are found.
///
/// Only hashes are kept, so a million entries take some 30 MB. They are seeded anew in every process: nobody can
/// prepare paths that collide.
struct PathRegistry {
    private struct Record {
        /// Hash of the exact bytes.
        let exact: UInt64
        let isFolder: Bool
        /// Whether an entry of its own stood for it, or only an entry below it.
        var isExplicit: Bool
    }

    /// By hash of the path in one case and one Unicode form.
    private var records: [UInt64: Record] = [:]
    /// The last folder that is known to stand, with all above it.
    private var knownFolder: String?

    /// Adds a path that `EntryPath.check` has passed, and the folders above it. Calls `missing` for each of those that
    /// no entry has stood for yet, topmost first.
    mutating func add(_ path: String, isFolder: Bool, missing: (String) -> Void = { _ in }) throws(ArchiveError) {
        let parent = EntryPath.parent(path)
        if !parent.isEmpty, parent != knownFolder {
            for end in parent.utf8.indices where parent.utf8[end] == UInt8(ascii: "/") {
                try addParent(String(parent[..<end]), of: path, missing)
            }
            try addParent(parent, of: path, missing)
            knownFolder = parent
        }
        let key = Self.foldedHash(path)
        let exact = Self.exactHash(path)
        if let record = records[key] {
            guard record.exact == exact else { throw .caseTwin(path) }
            // A folder that so far was only known from what lies in it.
            guard !record.isExplicit, isFolder, record.isFolder else { throw .duplicateEntry(path) }
        }
        records[key] = Record(exact: exact, isFolder: isFolder, isExplicit: true)
    }

    /// Says that an entry of its own stands for a folder that `add` has called missing.
    mutating func confirm(_ folder: String) {
        records[Self.foldedHash(folder)]?.isExplicit = true
    }

    private mutating func addParent(_ folder: String, of path: String, _ missing: (String) -> Void) throws(ArchiveError)
    {
        let key = Self.foldedHash(folder)
        let exact = Self.exactHash(folder)
        if let record = records[key] {
            guard record.exact == exact else { throw .caseTwin(path) }
            guard record.isFolder else { throw .parentIsNoFolder(path) }
            return
        }
        missing(folder)
        records[key] = Record(exact: exact, isFolder: true, isExplicit: false)
    }

    private static func exactHash(_ path: String) -> UInt64 {
        var hasher = Hasher()
        for byte in path.utf8 { hasher.combine(byte) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Strings that are canonically equivalent hash alike; upper and then lower case comes close to full case folding.
    private static func foldedHash(_ path: String) -> UInt64 {
        var hasher = Hasher()
        let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
        hasher.combine(isASCII ? path.lowercased() : path.uppercased().lowercased())
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
