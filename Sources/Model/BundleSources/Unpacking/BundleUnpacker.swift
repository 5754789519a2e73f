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
    private let feed: BundleFeed

    /// Extracts below a staging folder that stands.
    ///
    /// - `identified`: called in the midst of a call of `take` when it is known which app it is; what it throws ends
    ///   the unpacking.
    package init(
        in staging: borrowing Directory, limits: ArchiveLimits = ArchiveLimits(),
        identified: @escaping (AppInformation) throws -> Void = { _ in }
    ) throws(BundleSourceError) {
        feed = BundleFeed(limits: limits)
        do throws(ArchiveError) {
            sink = try BundleSink(in: staging, limits: limits, identified: identified)
        } catch { throw BundleSourceError(error) }
    }

    /// Takes the next bytes of the archive.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(BundleSourceError) {
        try feed.take(bytes, sink.receive)
    }

    /// Says that the archive has ended, and checks that the bundle is complete.
    package func finish() throws(BundleSourceError) -> UnpackedBundle {
        try feed.finish(sink.receive)
        do { return try sink.finish() } catch { throw BundleSourceError(error) }
    }

    /// Removes everything that was extracted.
    package func discard() throws(BundleSourceError) {
        do throws(ArchiveError) { try sink.discard() } catch { throw BundleSourceError(error) }
    }
}
