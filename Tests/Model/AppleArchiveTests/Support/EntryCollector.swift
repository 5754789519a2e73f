// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive

/// Collects what a parser reports.
final class EntryCollector {
    struct Entry: Equatable {
        var header: EntryHeader
        var data: [UInt8] = []
        var isComplete = false
    }

    private(set) var entries: [Entry] = []

    func take(_ event: EntryEvent) {
        switch event {
        case .header(let header, let index, _):
            precondition(index == entries.count)
            entries.append(Entry(header: header))
        case .data(let bytes, let offset):
            precondition(!bytes.isEmpty && offset == UInt64(entries[entries.count - 1].data.count))
            entries[entries.count - 1].data += bytes
        case .end: entries[entries.count - 1].isComplete = true
        }
    }

    /// Path and data of every file.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for entry in entries where entry.header.kind == .file { files[entry.header.path] = entry.data }
        return files
    }

    /// Reads a plain stream that lies in memory, in pieces of `piece` bytes.
    static func parse(_ stream: [UInt8], piece: Int = .max) throws -> [Entry] {
        let collector = EntryCollector()
        var parser = EntryStreamParser()
        try stream.inPieces(of: piece) { try parser.feed($0, collector.take) }
        try parser.finish()
        return collector.entries
    }

    /// Reads an archive of any kind that lies in memory, in pieces of `piece` bytes.
    static func read(
        _ archive: [UInt8], piece: Int = .max, limits: ArchiveLimits = ArchiveLimits(), concurrency: Int? = nil
    ) async throws -> EntryCollector {
        let collector = EntryCollector()
        let reader = ArchiveReader(limits: limits, concurrency: concurrency, consumer: collector.take)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: archive)
        var place = 0
        while place < memory.count {
            let end = min(memory.count, piece < memory.count ? place + piece : memory.count)
            try await reader.feed(UnsafeRawBufferPointer(rebasing: memory[place..<end]))
            place = end
        }
        try await reader.finish()
        return collector
    }
}

extension [UInt8] {
    func inPieces(of size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                let end = size < bytes.count ? Swift.min(place + size, bytes.count) : bytes.count
                try body(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
                place = end
            }
        }
    }
}
