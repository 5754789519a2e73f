// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive of an app may be, told by its first bytes: a name proves nothing.
package enum ArchiveFormat: String, Equatable, Sendable {
    case tar, gzip, xz, zstd
    case appleArchive = "Apple Archive"

    /// Bytes that are needed to tell; a shorter input is looked at as it is.
    static let prefixLength = 6

    /// For messages.
    static let names = ".tar, .tar.gz, .tar.xz, .tar.zst and .aar"

    /// What begins with these bytes. Whatever has no mark of its own may be a tar archive, whose first header tells.
    init(prefix: [UInt8]) {
        self =
            if prefix.starts(with: [0x1f, 0x8b]) {
                .gzip
            } else if prefix.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]) {
                .xz
            } else if prefix.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) {
                .zstd
            } else if prefix.count >= 4, prefix[0] & 0xf0 == 0x50, prefix[1...3].elementsEqual([0x2a, 0x4d, 0x18]) {
                // A zstd frame to be skipped, as some writers put in front.
                .zstd
            } else if prefix.starts(with: "pbz".utf8) || prefix.starts(with: "AA01".utf8)
                || prefix.starts(with: "YAA1".utf8) || prefix.starts(with: "AEA1".utf8)
            {
                .appleArchive
            } else {
                .tar
            }
    }
}
