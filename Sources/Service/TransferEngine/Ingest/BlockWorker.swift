// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import SystemSupport

/// Extracts blocks that have been verified and decoded, and notes how far it came.
///
/// The digest of a block vouches for each byte of it, so that files are not hashed again as they are written, which would
/// take a fifth of all processor time. The digests of files are for what was staged before: after a loss of power, and
/// where one run ends a file that another began.
final class BlockWorker: IngestWorker {
    private let list: BlockList
    private let url: String
    private var parser: EntryStreamParser
    private let extractor: ArchiveExtractor
    private var journal: IngestJournal
    private let bootID: String
    private let staging: StagingFolder
    private var etag: String?
    /// The file that an earlier run began and this one ends: its digest is computed from disk in the end.
    private let resumedFile: String?
    private var index: Int

    /// Continues where `resumption` says; everything before it is in the staging folder and counts as good.
    init(
        list: BlockList, url: String, staging: StagingFolder, resumption: Resumption, installedSize: Int64?
    ) throws {
        let point = resumption.point
        self.list = list
        self.url = url
        self.staging = staging
        etag = resumption.etag
        index = point.nextBlock
        bootID = BootIdentifier.current
        journal = try IngestJournal(in: staging.folder)
        var limits = ArchiveLimits()
        limits.output = installedSize.map { UInt64(max(0, $0)) } ?? list.installedSize
        extractor = ArchiveExtractor(
            into: try staging.openContent(), options: .init(limits: limits, writesDirectly: true))
        for entry in list.entries.prefix(point.entryIndex) { try extractor.recall(EntryHeader(entry)) }
        if let inside = point.inside {
            try extractor.resume(inside.header, dataOffset: inside.dataOffset)
            resumedFile = inside.header.path
        } else {
            resumedFile = nil
        }
        if let checkpoint = resumption.checkpoint {
            parser = try EntryStreamParser(resumingAt: checkpoint)
        } else if let inside = point.inside {
            parser = try EntryStreamParser(
                resumingIn: inside.header, index: point.entryIndex, dataOffset: inside.dataOffset)
        } else {
            parser = EntryStreamParser(atEntry: point.entryIndex)
        }
    }

    func began(etag: String?) { self.etag = etag }

    func take(_ run: IngestRun) throws {
        try parser.feed(run.bytes) { event in try extractor.receive(event) }
        try extractor.flush()
        index += 1
        try note()
    }

    private func note() throws {
        let checkpoint = parser.checkpoint
        try journal.write(
            IngestJournal.Record(
                archive: list.archiveDigest.description, bootID: bootID, nextBlock: index,
                entryIndex: checkpoint.entryIndex, headerBytes: Data(checkpoint.headerBytes),
                bodyOffset: checkpoint.bodyOffset, streamOffset: checkpoint.streamOffset, etag: etag, sequence: 0))
    }

    func finish() throws -> [ExtractedFile] {
        try parser.finish()
        try extractor.finish()
        if let resumedFile { try verify(resumedFile) }
        return list.entries.lazy.filter { !$0.path.isEmpty }.map { entry in
            ExtractedFile(
                path: entry.path, kind: entry.kind == .file ? .file : entry.kind == .folder ? .folder : .symbolicLink,
                size: entry.dataSize, mode: entry.mode)
        }
    }

    private func verify(_ path: String) throws {
        guard let entry = list.entries.first(where: { $0.path == path }), let expected = entry.digest else { return }
        guard try staging.digest(ofFile: path) == expected else {
            throw TransferError.digestMismatch(url: url, what: "the file \(path)")
        }
    }
}

extension Compression {
    /// The codec that the letter in a `blocks` file stands for; nil for one that cannot be read.
    init?(blocksLetter letter: UInt8) {
        if letter == BlockList.noContainer {
            self = .none
        } else if let codec = Compression(magicLetter: letter) {
            self = codec
        } else {
            return nil
        }
    }
}
