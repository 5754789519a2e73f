// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive

extension EntryHeader {
    /// Bytes of this header in the entry stream, when it holds no other fields than these in their least widths, as
    /// `ArchiveWriter` writes it. Every block list is checked against the archive's plain size, so a header that takes
    /// more is noticed.
    package var writtenSize: Int {
        // The magic and the size of the header, then fields of a four-byte key and their value.
        var size = 6 + 5 + 6 + path.utf8.count
        if let linkTarget { size += 6 + linkTarget.utf8.count }
        for number in [userID, groupID, flags, hardLinkCluster, declaredSize] {
            if let number { size += 4 + Self.width(number) }
        }
        if mode != nil { size += 6 }
        if modified != nil { size += 16 }
        if created != nil { size += 16 }
        for digest in digests { size += 4 + digest.bytes.count }
        for blob in blobs { size += 4 + max(2, Self.width(blob.size)) }
        return size
    }

    private static func width(_ value: UInt64) -> Int {
        value <= 0xff ? 1 : value <= 0xffff ? 2 : value <= 0xffff_ffff ? 4 : 8
    }
}
