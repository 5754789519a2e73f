// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// An Apple Archive with any codec.
final class AppleArchiveFeed: EntryFeed {
    private let reader: SerialArchiveReader

    init(limits: ArchiveLimits) { reader = SerialArchiveReader(limits: limits) }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws {
        try reader.feed(bytes, consumer)
    }

    func finish(_ consumer: (EntryEvent) throws -> Void) throws { try reader.finish() }
}
