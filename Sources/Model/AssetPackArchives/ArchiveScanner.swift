// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel

/// Reads an archive once, from end to end, with bounded memory, and digests everything in it.
///
/// It is pushed: feed it the archive's bytes as they are read. What it keeps is the block list in the making, at most
/// `BlockList.maximumSize` bytes, and the JSON files at the root.
package final class ArchiveScanner {
    package typealias EntryObserver = (ArchiveScan.Entry) -> Void

    /// Bytes from which on they are hashed beside being read, which takes about as long.
    private static let shared = 256 << 10

    private let reader: ArchiveReader
    private let collector: ScanCollector
    private var hash = SHA256Digest()
    private var size: UInt64 = 0

    /// `onEntry` is called for each entry once it is complete, in the order of the archive.
    package init(onEntry: EntryObserver? = nil) {
        let collector = ScanCollector(onEntry: onEntry)
        self.collector = collector
        reader = ArchiveReader(containerObserver: collector.receive, consumer: collector.receive)
    }

    /// Takes the next bytes of the archive.
    ///
    /// - Throws: `ArchiveError` or `CancellationError`; after that the scanner is of no more use.
    package func feed(_ bytes: UnsafeRawBufferPointer) async throws {
        size += UInt64(bytes.count)
        guard bytes.count >= Self.shared else {
            hash.update(bytes)
            return try await reader.feed(bytes)
        }
        // Nobody changes them, and they are there until both have come back.
        nonisolated(unsafe) let piece = bytes
        let before = hash
        async let whole = Self.updated(before, piece)
        try await reader.feed(bytes)
        hash = await whole
    }

    private static func updated(_ hash: SHA256Digest, _ bytes: UnsafeRawBufferPointer) async -> SHA256Digest {
        var hash = hash
        hash.update(bytes)
        return hash
    }

    /// Says that the archive has ended.
    ///
    /// - Throws: `ArchiveError` when it ends too soon, or holds nothing.
    package func finish() async throws -> ArchiveScan {
        try await reader.finish()
        guard !collector.isEmpty else { throw ArchiveError.noEntries(size: size) }
        return collector.scan(size: size, digest: hash.digest)
    }
}
