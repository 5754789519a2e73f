// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import SystemSupport

/// A file that was fetched for an app, and that may be removed when the disk runs short, as it was when it arrived: what is
/// another now is the app's own.
package struct StoredPurgeableFile: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "purgeableFile"

    /// Of the download that has brought it, which is what its mark says.
    package var downloadID: String
    package var bundleID: String
    /// The app's own name for it.
    package var identifier: String
    /// Its number on the file system of the root. (Numbers of file systems change with a restart of the machine.)
    package var inode: Int64
    /// Bytes of content.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modifiedAt: Int64
    /// Whether it carries the mark, which the file system may not keep: then it is known in its first place alone.
    package var isMarked: Bool
    /// Seconds since 1970.
    package var arrivedAt: Double

    package init(
        downloadID: String, bundleID: String, identifier: String, status: FileStatus, isMarked: Bool, arrivedAt: Double
    ) {
        self.downloadID = downloadID
        self.bundleID = bundleID
        self.identifier = identifier
        inode = Int64(bitPattern: status.identity.inode)
        size = status.size
        modifiedAt = status.modified
        self.isMarked = isMarked
        self.arrivedAt = arrivedAt
    }

    /// Whether it is this file, unchanged, and without a second name.
    package func isUnchanged(_ status: FileStatus) -> Bool {
        status.kind == .file && Int64(bitPattern: status.identity.inode) == inode && status.size == size
            && status.modified == modifiedAt && status.linkCount == 1
    }
}
