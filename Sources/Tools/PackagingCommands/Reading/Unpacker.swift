// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackArchives
internal import AssetPackFiles
internal import Glibc
internal import SystemSupport
package import ToolSupport

/// Extracts any Apple Archive into a folder of its own, which appears whole or not at all.
package enum Unpacker {
    /// Extracts an archive. Where its blocks file stands beside it, its blocks are compared with that: a block that is
    /// stored as it was has no other check.
    ///
    /// - Parameters:
    ///   - path: the archive.
    ///   - target: the folder to make; an empty one may stand there.
    ///   - progress: counts bytes of the archive.
    /// - Throws: `PackagingError`; nothing is left behind then.
    package static func unpack(_ path: String, to target: String, progress: ProgressBar) async throws(PackagingError) {
        let file = try ArchiveFile(path)
        var trimmed = target
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        try checkTarget(trimmed)
        let slash = trimmed.lastIndex(of: "/")
        let name = slash.map { String(trimmed[trimmed.index(after: $0)...]) } ?? trimmed
        let folder = slash.map { $0 == trimmed.startIndex ? "/" : String(trimmed[..<$0]) } ?? "."
        guard !name.isEmpty, name != ".", name != ".." else { throw .targetNotEmpty(target) }
        let blocks = blockList(besideArchive: path, size: file.size)
        do {
            try Directory.createFolders(folder, mode: 0o777)
            guard let real = SourceRoot.realPath(folder) else { throw PackagingError.missing(folder) }
            let parent = try Directory(opening: real)
            Unfinished.remove(in: real)
            let staging = Unfinished.newName()
            let extractor = try ArchiveExtractor(
                creating: staging, in: parent, options: ArchiveExtractor.Options(setsTimes: true))
            do {
                // Held while this lives, for other runs to see; a file system without locks only has no such sign.
                let sign = try parent.folder(staging)
                _ = flock(sign.descriptor.rawValue, LOCK_EX | LOCK_NB)
                defer { withExtendedLifetime(sign) {} }
                var isEmpty = true
                let reader = ArchiveReader { event in
                    isEmpty = false
                    try extractor.receive(event)
                }
                var checker = blocks.map(BlockChecker.init)
                try await file.forEachPiece { piece in
                    checker?.feed(piece)
                    try await reader.feed(piece)
                    progress.advance(by: Int64(piece.count))
                }
                try await reader.finish()
                try extractor.finish()
                if let differences = checker?.differences, !differences.isEmpty {
                    throw PackagingError.differences(path, Array(differences.prefix(ArchiveVerifier.limit)))
                }
                if isEmpty { throw ArchiveError.noEntries(size: UInt64(clamping: file.size)) }
                // The staging folder was private; the result is like any folder that a tool makes.
                let mask = umask(0)
                umask(mask)
                try retrying("set the mode of", target) { chmod(real + "/" + staging, 0o777 & ~mask) }
                // Renaming a folder onto an empty one replaces it.
                try parent.rename(staging, to: name)
            } catch {
                try? extractor.discard()
                throw error
            }
        } catch {
            throw PackagingError(error, path: path)
        }
    }

    /// The block list of an archive, where one stands beside it and is of an archive of that size: another one is that of
    /// an archive that was replaced since.
    private static func blockList(besideArchive path: String, size: Int64) -> BlockList? {
        let list = try? ArchiveVerifier.blockList(at: BlockList.path(besideArchive: path))
        return list.flatMap { $0.archiveSize == UInt64(clamping: size) ? $0 : nil }
    }

    private static func checkTarget(_ target: String) throws(PackagingError) {
        guard let status = FileStatus(path: target) else { return }
        guard status.kind == .folder else { throw .targetNotEmpty(target) }
        do {
            guard try Directory(opening: target).names().isEmpty else { throw PackagingError.targetNotEmpty(target) }
        } catch {
            throw PackagingError(error, path: target)
        }
    }
}
