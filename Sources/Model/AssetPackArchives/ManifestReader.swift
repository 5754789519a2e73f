// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
package import AssetPackModel

/// Reads an archive only as far as its manifest, which in the archives of this package's tool comes first.
///
/// It is pushed: feed it the archive's bytes until `isComplete`, or until they end.
package final class ManifestReader {
    private let reader: ArchiveReader
    private let collected: Collected

    private struct Found: Error {}
    private final class Collected {
        var rootFiles = RootFileCollector()
    }

    package init() {
        let collected = Collected()
        self.collected = collected
        reader = ArchiveReader(concurrency: 1) { event in
            collected.rootFiles.receive(event)
            if collected.rootFiles.hasManifest { throw Found() }
        }
    }

    /// Whether `Manifest.json` has gone by: what follows need not be read.
    package var isComplete: Bool { collected.rootFiles.hasManifest }

    /// `Manifest.json` as it is in the archive; nil as long as it has not gone by, and where the manifest has another name.
    package var bytes: [UInt8]? { collected.rootFiles.files[PackManifest.path] }

    /// Takes the next bytes of the archive.
    ///
    /// - Throws: `ArchiveError` or `CancellationError`; after that the reader is of no more use.
    package func feed(_ bytes: UnsafeRawBufferPointer) async throws {
        guard !isComplete else { return }
        do {
            try await reader.feed(bytes)
        } catch is Found {
            return
        }
    }

    /// Says that no more bytes are fed, and gives the manifest.
    ///
    /// - Parameter path: the archive's path, for messages.
    /// - Returns: nil when the archive is no pack.
    /// - Throws: `ArchiveError` when the archive ends too soon, `SourceError` when `Manifest.json` is malformed.
    package func finish(path: String) async throws -> PackManifest? {
        if !isComplete {
            do {
                try await reader.finish()
            } catch is Found {}
        }
        return try collected.rootFiles.packManifest(path: path)
    }
}
