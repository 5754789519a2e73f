// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// Turns the bytes of an archive, which come in pieces, into its entries.
protocol EntryFeed: AnyObject {
    /// Throws `BundleSourceError` or `ArchiveError`, or what the consumer throws.
    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws

    /// Says that the archive has ended.
    func finish(_ consumer: (EntryEvent) throws -> Void) throws
}
