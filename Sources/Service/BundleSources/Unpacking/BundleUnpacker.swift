// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackModel
package import SystemSupport

/// Takes an archive of any format, in pieces as they arrive, and extracts the bundle in it.
///
/// It holds one block of the archive or one window of its compression, never the archive. After it has thrown, call
/// `discard()`: nothing is left then.
package final class BundleUnpacker {
    private let sink: BundleSink
    private let limits: ArchiveLimits
    private var prefix: [UInt8] = []
    private var feed: (any EntryFeed)?

    /// Extracts below a staging folder that stands.
    ///
    /// - `identified`: called in the midst of a call of `take` when it is known which app it is; what it throws ends
    ///   the unpacking.
    package init(
        in staging: borrowing Directory, limits: ArchiveLimits = ArchiveLimits(),
        identified: @escaping (AppInformation) throws -> Void = { _ in }
    ) throws(BundleSourceError) {
        self.limits = limits
        do throws(ArchiveError) {
            sink = try BundleSink(in: staging, limits: limits, identified: identified)
        } catch { throw BundleSourceError(error) }
    }

    /// Takes the next bytes of the archive.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(BundleSourceError) {
        do {
            if let feed { return try feed.feed(bytes, sink.receive) }
            let count = min(bytes.count, ArchiveFormat.prefixLength - prefix.count)
            prefix.append(contentsOf: bytes[..<count])
            guard prefix.count == ArchiveFormat.prefixLength else { return }
            try begin()
            try feed?.feed(UnsafeRawBufferPointer(rebasing: bytes[count...]), sink.receive)
        } catch { throw BundleSourceError(error) }
    }

    /// Says that the archive has ended, and checks that the bundle is complete.
    package func finish() throws(BundleSourceError) -> UnpackedBundle {
        do {
            if feed == nil { try begin() }
            try feed?.finish(sink.receive)
            return try sink.finish()
        } catch { throw BundleSourceError(error) }
    }

    /// Removes everything that was extracted.
    package func discard() throws(BundleSourceError) {
        do throws(ArchiveError) { try sink.discard() } catch { throw BundleSourceError(error) }
    }

    /// Chooses how to read it by its first bytes, and hands them on.
    private func begin() throws {
        let format = ArchiveFormat(prefix: prefix)
        let made: any EntryFeed = format == .appleArchive ? AppleArchiveFeed(limits: limits) : try TarFeed(format)
        feed = made
        try prefix.withUnsafeBytes { try made.feed($0, sink.receive) }
        prefix = []
    }
}
