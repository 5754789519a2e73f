// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
package import AssetPackArchives
package import AssetPackModel
package import ToolSupport

extension ArchiveScanner {
    /// Scans an archive that lies in a file.
    ///
    /// - Throws: `PackagingError` at the first thing that is no valid archive.
    package static func scan(
        _ path: String, progress: ProgressBar, onEntry: EntryObserver? = nil
    ) async throws(PackagingError) -> ArchiveScan {
        let file = try ArchiveFile(path)
        let scanner = ArchiveScanner(onEntry: onEntry)
        do {
            try await file.forEachPiece { piece in
                try await scanner.feed(piece)
                progress.advance(by: Int64(piece.count))
            }
            return try await scanner.finish()
        } catch {
            throw PackagingError(error, path: path)
        }
    }

    /// Reads an archive only as far as its manifest, which in this tool's archives comes first.
    ///
    /// - Throws: `PackagingError.noManifest` when it is no pack.
    package static func manifest(of path: String) async throws(PackagingError) -> PackManifest {
        struct Found: Error {}
        let file = try ArchiveFile(path)
        let collector = ManifestCollector()
        do {
            let reader = ArchiveReader(concurrency: 1) { event in
                collector.rootFiles.receive(event)
                if collector.rootFiles.hasManifest { throw Found() }
            }
            try await file.forEachPiece { try await reader.feed($0) }
            try await reader.finish()
        } catch is Found {
        } catch {
            throw PackagingError(error, path: path)
        }
        guard
            let manifest = try PackagingError.wrapping({ () throws(SourceError) in
                try collector.rootFiles.packManifest(path: path)
            })
        else { throw .noManifest(path) }
        return manifest
    }

    private final class ManifestCollector {
        var rootFiles = RootFileCollector()
    }
}
