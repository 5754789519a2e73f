// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel

/// What the reader tells of an archive's blocks and entries, gathered in one place.
final class ScanCollector {
    private let onEntry: ArchiveScanner.EntryObserver?
    private var scan = ArchiveScan()
    private var rootFiles = RootFileCollector()
    /// Nil from the moment on at which no block list can come of it.
    private var assembler: BlockListAssembler? = BlockListAssembler()
    private var fault: BlockListError?

    private var header: EntryHeader?
    private var headerSize = 0
    private var content = SHA256Digest()
    private var largeBlock: (header: BlockHeader, digest: SHA256Digest)?
    private var slice = SHA256Digest()
    private var sliceStart: UInt64 = 0
    private var sliceLength = 0

    /// Whether no entry has come by.
    private(set) var isEmpty = true

    init(onEntry: ArchiveScanner.EntryObserver?) { self.onEntry = onEntry }

    func receive(_ event: EntryEvent) {
        rootFiles.receive(event)
        switch event {
        case .header(let header, _, let size):
            self.header = header
            headerSize = size
            isEmpty = false
            content = SHA256Digest()
        case .data(let bytes, _): content.update(bytes)
        case .end:
            if let header { endEntry(header, digest: content.digest) }
            header = nil
        }
    }

    func receive(_ event: ContainerEvent) {
        switch event {
        case .container(let header): scan.container = header
        case .block(let header, let stored):
            var digest = SHA256Digest()
            digest.update(stored)
            append(header, digest)
        case .largeBlock(let header): largeBlock = (header, SHA256Digest())
        case .largeBlockPiece(let bytes, let isLast):
            largeBlock?.digest.update(bytes)
            if isLast, let largeBlock { append(largeBlock.header, largeBlock.digest) }
        case .plain(let bytes): appendSlices(bytes)
        }
    }

    /// The result, once the archive has ended.
    func scan(size: UInt64, digest: Digest) -> ArchiveScan {
        if sliceLength > 0 { endSlice() }
        scan.size = size
        scan.digest = digest
        scan.rootFiles = rootFiles.files
        let compression = scan.container?.compression.magicLetter ?? BlockList.noContainer
        assemble { assembler throws(BlockListError) in
            scan.blockList = .success(
                try assembler.finish(compression: compression, archiveSize: size, archiveDigest: digest))
        }
        if let fault { scan.blockList = .failure(fault) }
        return scan
    }

    private func endEntry(_ header: EntryHeader, digest: Digest) {
        // Sizes come from outside: a sum that overflows is as good as the largest.
        if header.kind == .file {
            let (sum, overflows) = scan.installedSize.addingReportingOverflow(header.dataSize ?? 0)
            scan.installedSize = overflows ? .max : sum
        }
        onEntry?(ArchiveScan.Entry(header: header, digest: digest))
        assemble { assembler throws(BlockListError) in
            try assembler.append(
                BlockList.Entry(header: header, headerSize: headerSize, contentDigest: digest))
        }
    }

    private func append(_ header: BlockHeader, _ digest: SHA256Digest) {
        append(
            BlockListAssembler.RawBlock(
                storedOffset: header.archiveOffset + UInt64(BlockHeader.length), storedSize: header.storedSize,
                plainOffset: header.plainOffset, plainSize: header.plainSize, digest: digest.digest))
    }

    private func append(_ block: BlockListAssembler.RawBlock) {
        scan.blockCount += 1
        assemble { assembler throws(BlockListError) in try assembler.append(block) }
    }

    /// Works on the list in the making; after a fault there is none.
    private func assemble(_ body: (inout BlockListAssembler) throws(BlockListError) -> Void) {
        guard var current = assembler else { return }
        // Held in one place only, so that appending does not copy.
        assembler = nil
        do throws(BlockListError) {
            try body(&current)
            assembler = current
        } catch {
            fault = error
        }
    }

    /// An archive without a container has slices for blocks.
    private func appendSlices(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(BlockList.sliceSize - sliceLength)
            slice.update(UnsafeRawBufferPointer(rebasing: part))
            sliceLength += part.count
            rest = rest.dropFirst(part.count)
            if sliceLength == BlockList.sliceSize { endSlice() }
        }
    }

    private func endSlice() {
        append(
            BlockListAssembler.RawBlock(
                storedOffset: sliceStart, storedSize: sliceLength, plainOffset: sliceStart, plainSize: sliceLength,
                digest: slice.digest))
        sliceStart += UInt64(sliceLength)
        sliceLength = 0
        slice = SHA256Digest()
    }
}
