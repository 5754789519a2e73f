// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rules for paths in an archive.
package enum EntryPath {
    /// Checks that a path is relative, has no empty, `.` or `..` component, no NUL, and at most `limit` bytes (and 255
    /// a component). The empty path is an error here; the root folder's entry is let through by those who take it.
    package static func check(_ path: String, limit: Int = 1023) throws(ArchiveError) {
        let bytes = path.utf8
        guard !bytes.isEmpty else { throw .unsafePath(path, .empty) }
        guard bytes.first != UInt8(ascii: "/") else { throw .unsafePath(path, .absolute) }
        guard bytes.count <= limit else { throw .unsafePath(path, .tooLong) }
        guard !bytes.contains(0) else { throw .unsafePath(path, .nulByte) }
        for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !component.isEmpty else { throw .unsafePath(path, .emptyComponent) }
            guard component.count <= 255 else { throw .unsafePath(path, .tooLong) }
            guard !isDots(component) else { throw .unsafePath(path, .parentReference) }
        }
    }

    /// Whether `first` comes before `second` in an archive: parents before children, siblings in byte order.
    package static func precedes(_ first: String, _ second: String) -> Bool {
        // With the separator below every other byte, byte order is that order.
        first.utf8.lexicographicallyPrecedes(second.utf8) { rank($0) < rank($1) }
    }

    private static func rank(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }

    /// Whether a link at `path` that points to `target` stays beneath the root wherever other links point: the target
    /// is relative and every `..` stands at its beginning, no more of them than `path` has folders.
    ///
    /// A `..` after a name could start from wherever a link of that name leads, so it is not taken.
    package static func linkStays(at path: String, target: String) -> Bool {
        let bytes = target.utf8
        guard !bytes.isEmpty, bytes.first != UInt8(ascii: "/"), !bytes.contains(0), bytes.count <= 4095 else {
            return false
        }
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
        var ups = 0
        var named = false
        for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true) {
            if component.elementsEqual("..".utf8) {
                guard !named else { return false }
                ups += 1
            } else if !component.elementsEqual(".".utf8) {
                named = true
            }
        }
        return ups <= depth
    }

    /// The folder that holds `path`; empty for one at the root.
    static func parent(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[..<slash])
    }

    /// The last component.
    static func name(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    private static func isDots(_ component: some Collection<UInt8>) -> Bool {
        component.count <= 2 && component.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
