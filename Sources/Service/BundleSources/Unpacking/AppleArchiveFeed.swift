// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// An Apple Archive with any codec. Blocks that are too large to hold are decoded through a window.
final class AppleArchiveFeed: EntryFeed {
    private var container: ContainerParser
    private var entries = EntryStreamParser()
    private var decoder = BlockDecoder(.none)
    private var large: LargeBlockDecoder?
    private var plain = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init(limits: ArchiveLimits) { container = ContainerParser(limits: limits) }

    deinit { plain.deallocate() }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws {
        var rest = bytes
        while let event = try container.next(&rest) { try take(event, consumer) }
    }

    func finish(_ consumer: (EntryEvent) throws -> Void) throws {
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
                plain = .allocate(byteCount: header.plainSize, alignment: 64)
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
