// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads an archive with any codec on the thread that feeds it, a block at a time; `ArchiveReader` uses all cores.
///
/// Blocks over 8 MiB are decoded through a window.
package final class SerialArchiveReader {
    private var container: ContainerParser
    private var entries = EntryStreamParser()
    private var decoder = BlockDecoder(.none)
    private var large: LargeBlockDecoder?
    /// Aligned for files that are written around the page cache.
    private var plain = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    package init(limits: ArchiveLimits = ArchiveLimits()) { container = ContainerParser(limits: limits) }

    deinit { plain.deallocate() }

    /// Takes the next bytes of the archive, and hands over the entries that they complete.
    ///
    /// Throws `ArchiveError`, or what the consumer throws. After that the reader is of no more use.
    package func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws {
        var rest = bytes
        while let event = try container.next(&rest) { try take(event, consumer) }
    }

    /// Says that the archive has ended, which must be whole then.
    package func finish() throws {
        try container.finish()
        try entries.finish()
    }

    private func take(_ event: ContainerEvent, _ consumer: (EntryEvent) throws -> Void) throws {
        switch event {
        case .container(let header): decoder = BlockDecoder(header.compression)
        case .plain(let bytes): try entries.feed(bytes, consumer)
        case .block(let header, let stored):
            if header.isStored { return try entries.feed(stored, consumer) }
            if plain.count < header.plainSize {
                plain.deallocate()
                plain = .allocate(byteCount: header.plainSize, alignment: 4096)
            }
            let target = UnsafeMutableRawBufferPointer(rebasing: plain[..<header.plainSize])
            try decoder.decompress(stored, into: target)
            try entries.feed(UnsafeRawBufferPointer(target), consumer)
        case .largeBlock(let header): large = LargeBlockDecoder(decoder.compression, header: header)
        case .largeBlockPiece(let bytes, let isLast):
            try large?.feed(bytes, isLast: isLast) { try entries.feed($0, consumer) }
            if isLast { large = nil }
        }
    }
}
