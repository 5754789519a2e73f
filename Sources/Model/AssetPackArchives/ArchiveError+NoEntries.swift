// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive

extension ArchiveError {
    /// The error for an archive that ends before its first entry. The format allows that, but no tool writes it: it is
    /// what is left of a broken download.
    package static func noEntries(size: UInt64) -> ArchiveError {
        .truncated(part: .entryHeader, offset: size)
    }
}
