// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims

/// What tells one state of a file from another without reading it.
package struct FileStamp: Hashable, Sendable {
    /// Nanoseconds for which a file must be left alone before it counts as written.
    private static let settlingTime: Int64 = 200_000_000
    /// When to look again at a file that is fresh.
    package static let settlingDelay = Duration.milliseconds(210)

    package let device: UInt64
    package let inode: UInt64
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// When anything of the file was changed last, its times included; nanoseconds since 1970.
    package let changed: Int64
    let isFile: Bool
    let isFolder: Bool
    /// Whether the last change is so young that the file may still be in the middle of being written, or that another
    /// change could carry the same time: file systems take their time from a clock with ticks of up to 10 ms. No part
    /// of the identity.
    let isFresh: Bool

    /// Nil when there is nothing. Following links, a symbolic link stands for what it points to.
    package init?(path: String, followsLinks: Bool) {
        var stamp = ba_file_stamp()
        guard ba_file_stamp(path, followsLinks, &stamp) == 0 else { return nil }
        device = stamp.device
        inode = stamp.inode
        size = stamp.size
        modified = stamp.modified
        changed = stamp.changed
        isFile = stamp.is_file
        isFolder = stamp.is_folder
        // A time in the future is that of a clock that was set back: waiting for it could take years.
        isFresh = stamp.now >= stamp.changed && stamp.now - stamp.changed < Self.settlingTime
    }

    package static func == (left: FileStamp, right: FileStamp) -> Bool {
        left.device == right.device && left.inode == right.inode && left.size == right.size
            && left.modified == right.modified && left.changed == right.changed
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
        hasher.combine(changed)
    }
}
