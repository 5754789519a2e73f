// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// What fstat(2) tells of a file, as far as anybody here asks.
package struct FileStatus: Equatable, Sendable {
    package enum Kind: Sendable { case file, folder, symbolicLink, other }

    package let kind: Kind
    /// Bytes of content.
    package let size: Int64
    /// Bytes allocated on disk.
    package let allocatedSize: Int64
    /// The low twelve mode bits.
    package let permissions: UInt32
    package let identity: FileIdentity
    package let owner: UInt32
    package let linkCount: UInt64
    /// Modification time, in nanoseconds since 1970.
    package let modified: Int64
    /// When it was read last, as far as the file system keeps that, in nanoseconds since 1970.
    package let accessed: Int64
    /// When anything of it was changed last, its name and its times included, in nanoseconds since 1970.
    package let changed: Int64

    package init(_ value: stat) {
        switch value.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        size = Int64(value.st_size)
        allocatedSize = Int64(value.st_blocks) * 512
        permissions = value.st_mode & 0o7777
        identity = FileIdentity(device: UInt64(value.st_dev), inode: UInt64(value.st_ino))
        owner = value.st_uid
        linkCount = UInt64(value.st_nlink)
        modified = Self.nanoseconds(value.st_mtim)
        accessed = Self.nanoseconds(value.st_atim)
        changed = Self.nanoseconds(value.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Examines the file at `path`; `nil` when there is none or it cannot be reached. Symbolic links are not followed.
    package init?(path: String) {
        var value = stat()
        guard lstat(path, &value) == 0 else { return nil }
        self.init(value)
    }

    /// Examines what `path` leads to, over symbolic links; `nil` when there is nothing or it cannot be reached.
    package init?(resolving path: String) {
        var value = stat()
        guard stat(path, &value) == 0 else { return nil }
        self.init(value)
    }
}
