// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackFiles
internal import AssetPackModel
internal import SystemSupport
package import ToolSupport

/// Writes the archive of a pack and the block list beside it, in one pass over its files.
package struct PackWriter {
    /// What was written.
    package struct Result: Sendable {
        package let archivePath: String
        package let blocksPath: String
        package let blocks: BlockList
    }

    package let input: PackagingInput
    package let archivePath: String
    package let compression: Compression

    package init(input: PackagingInput, archivePath: String, compression: Compression) {
        self.input = input
        self.archivePath = archivePath
        self.compression = compression
    }

    /// Writes both files; neither appears before it is whole.
    ///
    /// - Throws: `PackagingError`; nothing is left behind then.
    package func write(progress: ProgressBar) async throws(PackagingError) -> Result {
        let blocksPath = BlockList.path(besideArchive: archivePath)
        try input.checkOutputs([archivePath, blocksPath])
        let archive = try OutputFile(archivePath)
        let blocksFile = try OutputFile(blocksPath)
        let blocks: BlockList
        do {
            blocks = try await writeEntries(to: archive, progress: progress)
        } catch {
            throw PackagingError(error, path: archivePath)
        }
        try blocksFile.write(blocks.bytes)
        try PackagingError.checkInterruption()
        // An archive without its list can still be fetched, a list that belongs to no archive is refused by its digest.
        try archive.commit()
        try blocksFile.commit()
        return Result(archivePath: archivePath, blocksPath: blocksPath, blocks: blocks)
    }

    private func writeEntries(to archive: OutputFile, progress: ProgressBar) async throws -> BlockList {
        let recorder = BlockListRecorder(progress: progress)
        let writer = try ArchiveWriter(
            options: ArchiveWriter.Options(compression: compression), observer: recorder,
            sink: { bytes in
                recorder.archiveBytes(bytes)
                try archive.write(bytes)
            })
        // The manifest comes first, so that whoever reads a pack knows what it is after one block.
        try await writer.addFile(PackManifest.path, bytes: Array(input.manifest.embeddedText.utf8))
        for item in input.contents.items {
            try Interruption.check()
            try await add(item, to: writer)
        }
        try await writer.finish()
        return try recorder.blockList(compression: compression)
    }

    private func add(_ item: PackContents.Item, to writer: ArchiveWriter) async throws {
        let source = item.source
        let displayPath = input.root.display(source.path)
        let descriptor = try input.root.open(source)
        guard source.matches(try descriptor.status(subject: displayPath)) else {
            throw PackagingError.changedWhileRead(displayPath)
        }
        do {
            try await writer.addFile(
                PackManifest.contents + "/" + item.destination, from: descriptor, size: UInt64(source.size),
                mode: source.isExecutable ? 0o755 : 0o644)
        } catch ArchiveError.sizeMismatch {
            throw PackagingError.changedWhileRead(displayPath)
        }
        guard source.matches(try descriptor.status(subject: displayPath)) else {
            throw PackagingError.changedWhileRead(displayPath)
        }
    }
}
