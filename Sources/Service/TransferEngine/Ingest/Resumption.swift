// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel
internal import SystemSupport

/// What an earlier try left in a staging folder, and where that lets the next one go on.
struct Resumption {
    let point: ResumePoint
    /// The parser's own state at that point; nil when it is built from the point.
    let checkpoint: EntryStreamCheckpoint?
    let etag: String?

    /// Reads the journal. Within the boot that wrote it the page cache is trusted; after a loss of power every staged
    /// file is verified by digest, and the first bad one is where it goes on.
    init(list: BlockList, staging: StagingFolder) throws {
        guard let record = try IngestJournal(in: staging.folder).newest,
            record.archive == list.archiveDigest.description,
            record.nextBlock <= list.blocks.count
        else {
            try staging.empty()
            self.init(point: .start, checkpoint: nil, etag: nil)
            return
        }
        if BootIdentifier.isCurrent(record.bootID),
            let (point, checkpoint) = Self.place(record, in: list)
        {
            self.init(point: point, checkpoint: checkpoint, etag: record.etag)
        } else {
            let point = try Self.afterPowerLoss(list: list, staging: staging, entries: record.entryIndex)
            self.init(point: point, checkpoint: nil, etag: record.etag)
        }
    }

    private init(point: ResumePoint, checkpoint: EntryStreamCheckpoint?, etag: String?) {
        self.point = point
        self.checkpoint = checkpoint
        self.etag = etag
    }

    /// The place that a record of this boot stands for; nil when it does not fit the list.
    private static func place(
        _ record: IngestJournal.Record, in list: BlockList
    ) -> (ResumePoint, EntryStreamCheckpoint)? {
        guard record.entryIndex <= list.entries.count else { return nil }
        let checkpoint = EntryStreamCheckpoint(
            entryIndex: record.entryIndex, headerBytes: Array(record.headerBytes), bodyOffset: record.bodyOffset,
            streamOffset: record.streamOffset)
        guard record.entryIndex < list.entries.count else {
            return (ResumePoint(nextBlock: record.nextBlock, inside: nil, entryIndex: record.entryIndex), checkpoint)
        }
        let entry = list.entries[record.entryIndex]
        // With a whole header the entry's file has been made; with less, the extractor has not heard of it.
        var inside: ResumePoint.Inside?
        if entry.kind == .file, record.headerBytes.count >= Int(entry.headerSize) {
            guard entry.otherBlobSize == 0 else { return nil }
            inside = .init(header: EntryHeader(entry), dataOffset: record.bodyOffset)
        }
        return (
            ResumePoint(nextBlock: record.nextBlock, inside: inside, entryIndex: record.entryIndex), checkpoint
        )
    }

    /// Goes through the first `entries` entries until one is not what it should be.
    private static func afterPowerLoss(
        list: BlockList, staging: StagingFolder, entries: Int
    ) throws -> ResumePoint {
        var firstBad = 0
        for entry in list.entries.prefix(max(0, entries)) {
            guard try isWhole(entry, staging: staging) else { break }
            firstBad += 1
        }
        let point = ResumePoint.before(entry: firstBad, in: list)
        if point == .start { try staging.empty() }
        return point
    }

    private static func isWhole(_ entry: BlockList.Entry, staging: StagingFolder) throws -> Bool {
        switch entry.kind {
        case .file: try staging.digest(ofFile: entry.path) == entry.digest
        case .folder, .symbolicLink: entry.path.isEmpty ? true : try staging.openContent().exists(entry.path)
        }
    }
}
