// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel
internal import ToolSupport

/// Makes the block list of an archive while it is written: digests of files, of blocks and of the whole, in one pass.
final class BlockListRecorder: ArchiveWriterObserver {
    private var assembler = BlockListAssembler()
    private var header: EntryHeader?
    private var headerSize = 0
    private var content = SHA256Digest()
    private var archive = SHA256Digest()
    private var archiveSize: UInt64 = 0
    private let progress: ProgressBar

    init(progress: ProgressBar) { self.progress = progress }

    func entryBegan(_ header: EntryHeader, index: Int, size: Int) throws {
        self.header = header
        headerSize = size
        content = SHA256Digest()
    }

    func entryData(_ bytes: UnsafeRawBufferPointer) throws {
        try Interruption.check()
        content.update(bytes)
        progress.advance(by: Int64(bytes.count))
    }

    func entryEnded() throws {
        guard let header else { return }
        try assembler.append(
            BlockList.Entry(header: header, headerSize: headerSize, contentDigest: content.digest))
    }

    func blockFinished(
        _ block: WrittenBlock, framing: UnsafeRawBufferPointer, stored: UnsafeRawBufferPointer
    ) throws {
        var digest = SHA256Digest()
        digest.update(stored)
        try assembler.append(
            BlockListAssembler.RawBlock(
                storedOffset: block.archiveOffset + UInt64(framing.count), storedSize: stored.count,
                plainOffset: block.plainOffset, plainSize: block.plainLength, digest: digest.digest))
    }

    /// Takes the bytes of the archive as they go to its file.
    func archiveBytes(_ bytes: UnsafeRawBufferPointer) {
        archive.update(bytes)
        archiveSize += UInt64(bytes.count)
    }

    /// The list, once the writer has finished.
    func blockList(compression: Compression) throws(BlockListError) -> BlockList {
        try assembler.finish(
            compression: compression.magicLetter ?? BlockList.noContainer, archiveSize: archiveSize,
            archiveDigest: archive.digest)
    }
}
