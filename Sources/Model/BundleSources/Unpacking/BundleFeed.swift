// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// Turns an archive of any format, which comes in pieces, into its entries: its first bytes tell which format it is.
final class BundleFeed {
    private let limits: ArchiveLimits
    private var prefix: [UInt8] = []
    private var feed: (any EntryFeed)?

    init(limits: ArchiveLimits) { self.limits = limits }

    /// Takes the next bytes of the archive.
    func take(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws(BundleSourceError) {
        do {
            if let feed { return try feed.feed(bytes, consumer) }
            let count = min(bytes.count, ArchiveFormat.prefixLength - prefix.count)
            prefix.append(contentsOf: bytes[..<count])
            guard prefix.count == ArchiveFormat.prefixLength else { return }
            try begin(consumer)
            try feed?.feed(UnsafeRawBufferPointer(rebasing: bytes[count...]), consumer)
        } catch { throw BundleSourceError(error) }
    }

    /// Says that the archive has ended.
    func finish(_ consumer: (EntryEvent) throws -> Void) throws(BundleSourceError) {
        do {
            if feed == nil { try begin(consumer) }
            try feed?.finish(consumer)
        } catch { throw BundleSourceError(error) }
    }

    private func begin(_ consumer: (EntryEvent) throws -> Void) throws {
        let format = ArchiveFormat(prefix: prefix)
        let made: any EntryFeed = format == .appleArchive ? AppleArchiveFeed(limits: limits) : try TarFeed(format)
        feed = made
        try prefix.withUnsafeBytes { try made.feed($0, consumer) }
        prefix = []
    }
}
