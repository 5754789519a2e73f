// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
package import AssetPackModel
package import ToolSupport

/// Reads an archive once, from end to end, with bounded memory, and digests everything in it.
package enum ArchiveScanner {
    /// Scans an archive.
    ///
    /// - Throws: `PackagingError` at the first thing that is no valid archive.
    package static func scan(_ path: String, progress: ProgressBar) async throws(PackagingError) -> ArchiveScan {
        let file = try ArchiveFile(path)
        let collector = Collector()
        do {
            let reader = ArchiveReader(consumer: collector.receive)
            var parser = ContainerParser()
            var hash = SHA256Digest()
            collector.scan.size = UInt64(
                try await file.forEachPiece { piece in
                    hash.update(piece)
                    try parser.feed(piece, collector.receive)
                    try await reader.feed(piece)
                    progress.advance(by: Int64(piece.count))
                })
            try parser.finish()
            try await reader.finish()
            collector.finish()
            if collector.scan.entries.isEmpty { throw ArchiveError.noEntries(size: file.size) }
            collector.scan.digest = hash.digest
        } catch {
            throw PackagingError(error, path: path)
        }
        return collector.scan
    }

    /// Reads an archive only as far as its manifest, which in this tool's archives comes first.
    ///
    /// - Throws: `PackagingError.noManifest` when it is no pack.
    package static func manifest(of path: String) async throws(PackagingError) -> PackManifest {
        struct Found: Error {}
        let file = try ArchiveFile(path)
        let collector = Collector()
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
        guard let manifest = try ArchiveScan.packManifest(in: collector.rootFiles.files, path: path) else {
            throw .noManifest(path)
        }
        return manifest
    }

    /// What the two parsers tell of, gathered in one place.
    private final class Collector {
        var scan = ArchiveScan()
        var rootFiles = RootFileCollector()
        private var header: EntryHeader?
        private var content = SHA256Digest()
        private var block: (header: BlockHeader, digest: SHA256Digest)?
        private var slice = SHA256Digest()
        private var sliceStart: UInt64 = 0
        private var sliceLength = 0

        func receive(_ event: EntryEvent) throws {
            rootFiles.receive(event)
            switch event {
            case .header(let header, _):
                self.header = header
                content = SHA256Digest()
            case .data(let bytes, _): content.update(bytes)
            case .end:
                if let header { scan.entries.append(.init(header: header, digest: content.digest)) }
                header = nil
            }
        }

        func receive(_ event: ContainerEvent) throws {
            switch event {
            case .container(let header): scan.container = header
            case .block(let header, let stored):
                var digest = SHA256Digest()
                digest.update(stored)
                append(header, digest)
            case .largeBlock(let header): block = (header, SHA256Digest())
            case .largeBlockPiece(let bytes, let isLast):
                block?.digest.update(bytes)
                if isLast, let block { append(block.header, block.digest) }
            case .plain(let bytes): appendSlices(bytes)
            }
        }

        func finish() {
            if sliceLength > 0 { endSlice() }
            scan.rootFiles = rootFiles.files
        }

        private func append(_ header: BlockHeader, _ digest: SHA256Digest) {
            scan.blocks.append(
                .init(
                    storedOffset: header.archiveOffset + UInt64(BlockHeader.length), storedSize: header.storedSize,
                    plainOffset: header.plainOffset, plainSize: header.plainSize, digest: digest.digest))
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
            scan.blocks.append(
                .init(
                    storedOffset: sliceStart, storedSize: sliceLength, plainOffset: sliceStart, plainSize: sliceLength,
                    digest: slice.digest))
            sliceStart += UInt64(sliceLength)
            sliceLength = 0
            slice = SHA256Digest()
        }
    }
}
