// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Tells whether two bundles hold the same: names, kinds, links and bytes. Permissions don't count, for a copy in the store
/// has others.
enum BundleComparison {
    private static let depthLimit = 64
    private static let piece = 1 << 20

    /// Compares until the first difference.
    static func isSame(_ one: String, _ other: String) throws(SystemError) -> Bool {
        try isSame(try Directory(opening: one), try Directory(opening: other), depth: 0)
    }

    private static func isSame(
        _ one: borrowing Directory, _ other: borrowing Directory, depth: Int
    ) throws(SystemError) -> Bool {
        let names = try one.names()
        guard depth <= depthLimit, try names == other.names() else { return false }
        var folders: [String] = []
        for name in names {
            let (first, second) = (try status(of: name, in: one), try status(of: name, in: other))
            guard first.kind == second.kind else { return false }
            switch first.kind {
            case .file:
                guard first.size == second.size, try hasSameBytes(name, one, other) else { return false }
            case .symbolicLink:
                guard try link(name, in: one) == link(name, in: other) else { return false }
            case .folder: folders.append(name)
            case .other: return false
            }
        }
        for name in folders {
            guard try isSame(try one.folder(name), try other.folder(name), depth: depth + 1) else { return false }
        }
        return true
    }

    private static func hasSameBytes(
        _ name: String, _ one: borrowing Directory, _ other: borrowing Directory
    ) throws(SystemError) -> Bool {
        let first = try one.open(name, flags: O_RDONLY | O_NONBLOCK)
        let second = try other.open(name, flags: O_RDONLY | O_NONBLOCK)
        let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * piece, alignment: 64)
        defer { buffers.deallocate() }
        let (left, right) = (buffers.baseAddress, buffers.baseAddress?.advanced(by: piece))
        guard let left, let right else { return false }
        var offset: off_t = 0
        while true {
            let count = try read(first, left, offset, name)
            guard try read(second, right, offset, name) == count, memcmp(left, right, count) == 0 else { return false }
            if count < piece { return true }
            offset += off_t(count)
        }
    }

    /// Reads a whole piece, or what is left of the file.
    private static func read(
        _ file: borrowing OwnedDescriptor, _ buffer: UnsafeMutableRawPointer, _ offset: off_t, _ name: String
    ) throws(SystemError) -> Int {
        let number = file.rawValue
        var count = 0
        while count < piece {
            let done = count
            let more = try retrying("read", name) {
                pread(number, buffer.advanced(by: done), piece - done, offset + off_t(done))
            }
            if more == 0 { break }
            count += more
        }
        return count
    }

    private static func link(_ name: String, in folder: borrowing Directory) throws(SystemError) -> [CChar] {
        var buffer = [CChar](repeating: 0, count: 4096)
        let number = folder.descriptor.rawValue
        let count = try retrying("read the link", folder.path + "/" + name) {
            readlinkat(number, name, &buffer, buffer.count)
        }
        return Array(buffer[..<count])
    }

    private static func status(of name: String, in folder: borrowing Directory) throws(SystemError) -> FileStatus {
        var value = stat()
        let number = folder.descriptor.rawValue
        try retrying("examine", folder.path + "/" + name) { fstatat(number, name, &value, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(value)
    }
}
