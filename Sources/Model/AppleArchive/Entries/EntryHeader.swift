// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The header of one entry: everything about a file, folder or link except its data.
///
/// Fields that this package has no use for are dropped when a header is read.
package struct EntryHeader: Equatable, Sendable {
    /// A run of bytes that follows the header.
    package struct Blob: Hashable, Sendable {
        /// The three letters of the field, as `DAT` or `XAT`.
        package let key: String
        /// Its length in bytes.
        package let size: UInt64

        package init(key: String, size: UInt64) {
            self.key = key
            self.size = size
        }
    }

    package var kind: EntryKind
    /// As stored: relative, `/` between components, empty for the root folder. What a reader hands out is UTF-8 and
    /// holds no NUL; nothing else has been checked (`EntryPath` does).
    package var path: String
    /// Where a symbolic link points (LNK).
    package var linkTarget: String?
    /// The low twelve mode bits (MOD).
    package var mode: UInt16?
    package var userID: UInt64?
    package var groupID: UInt64?
    /// BSD `st_flags` (FLG).
    package var flags: UInt64?
    /// MTM.
    package var modified: EntryTime?
    /// CTM, the creation time.
    package var created: EntryTime?
    /// SIZ: the data's size as a plain field, which need not be there and need not be true.
    package var declaredSize: UInt64?
    /// HLC: entries with the same number are hard links of one file.
    package var hardLinkCluster: UInt64?
    /// Digests of the data that the header carries.
    package var digests: [EntryDigest]
    /// What follows the header, in order; at most one is `DAT`.
    package var blobs: [Blob]

    package init(
        kind: EntryKind, path: String, linkTarget: String? = nil, mode: UInt16? = nil, modified: EntryTime? = nil,
        dataSize: UInt64? = nil
    ) {
        self.kind = kind
        self.path = path
        self.linkTarget = linkTarget
        self.mode = mode
        self.modified = modified
        digests = []
        blobs = dataSize.map { [Blob(key: "DAT", size: $0)] } ?? []
    }

    /// Bytes of the DAT blob; nil when the entry has none.
    package var dataSize: UInt64? { blobs.first { $0.key == "DAT" }?.size }
}
