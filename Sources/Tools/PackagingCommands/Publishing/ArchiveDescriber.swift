// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel
internal import SystemSupport
package import ToolSupport

/// Finds out what a download manifest tells of an archive.
package enum ArchiveDescriber {
    /// Reads an archive, and the block list beside it. A list that is missing, or belongs to an archive of another size, is
    /// made anew and written there; an archive that is as long as its list says, and differs from it, is taken for damaged.
    ///
    /// - Parameters:
    ///   - path: the archive, under any name.
    ///   - withBlocks: whether the manifest tells of blocks, as that for Linux does.
    ///   - progress: counts bytes of the archive.
    /// - Returns: what was found.
    /// - Throws: `PackagingError.noManifest` when it is no pack, `publication` when it is damaged, or another case for what is
    ///   malformed.
    package static func describe(
        _ path: String, withBlocks: Bool, progress: ProgressBar
    ) async throws(PackagingError) -> PublishedArchive {
        let blocksPath = BlockList.path(besideArchive: path)
        if let list = usableList(at: blocksPath) {
            let (digest, size) = try await hash(path, progress: progress)
            if digest == list.archiveDigest {
                return PublishedArchive(
                    path: path, manifest: try await ArchiveScanner.manifest(of: path), size: size, digest: digest,
                    blocks: list, contentPaths: list.contentPaths)
            }
            if UInt64(clamping: size) == list.archiveSize { throw .publication(Self.damage(path, blocksPath)) }
            progress.update(completed: 0)
        }
        let scan = try await ArchiveScanner.scan(path, progress: progress)
        guard
            let manifest = try PackagingError.wrapping({ () throws(SourceError) in
                try scan.packManifest(path: path)
            })
        else { throw .noManifest(path) }
        var list: BlockList?
        var warnings: [String] = []
        if withBlocks {
            switch scan.blockList {
            case .success(let made):
                try OutputFile.write(made.bytes, to: blocksPath)
                list = made
            case .failure(let error):
                warnings.append("\(path) is published without a block list, so a broken download begins anew: \(error)")
            }
        }
        return PublishedArchive(
            path: path, manifest: manifest, size: Int64(clamping: scan.size), digest: scan.digest, blocks: list,
            contentPaths: (try? scan.blockList.get())?.contentPaths ?? [], warnings: warnings)
    }

    private static func damage(_ path: String, _ blocksPath: String) -> String {
        """
        \(path) is not what \(blocksPath) was made of, though as long: it is damaged, or another archive \
        (`ba-package verify \(path)` tells where they differ); remove the blocks file to publish the archive as it is
        """
    }

    /// A list that cannot be read is made anew, so why it cannot does not matter.
    private static func usableList(at path: String) -> BlockList? {
        guard FileStatus(path: path) != nil else { return nil }
        return try? ArchiveVerifier.blockList(at: path)
    }

    private static func hash(
        _ path: String, progress: ProgressBar
    ) async throws(PackagingError) -> (digest: Digest, size: Int64) {
        let file = try ArchiveFile(path)
        var hash = SHA256Digest()
        do {
            let size = try await file.forEachPiece { piece in
                hash.update(piece)
                progress.advance(by: Int64(piece.count))
            }
            return (hash.digest, size)
        } catch {
            throw PackagingError(error, path: path)
        }
    }
}
