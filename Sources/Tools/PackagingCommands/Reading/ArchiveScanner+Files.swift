// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

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
        try await manifestFile(of: path).manifest
    }

    /// The same, with the bytes of `Manifest.json`; nil where the manifest has another name.
    package static func manifestFile(
        of path: String
    ) async throws(PackagingError) -> (manifest: PackManifest, bytes: [UInt8]?) {
        let file = try ArchiveFile(path)
        let reader = ManifestReader()
        let manifest: PackManifest?
        do {
            try await file.forEachPieceUntilTold { piece in
                try await reader.feed(piece)
                return !reader.isComplete
            }
            manifest = try await reader.finish(path: path)
        } catch {
            throw PackagingError(error, path: path)
        }
        guard let manifest else { throw .noManifest(path) }
        return (manifest, reader.bytes)
    }
}
