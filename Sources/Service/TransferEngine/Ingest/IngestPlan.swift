// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel
internal import SystemSupport

/// Where a transfer begins or goes on, decided from what is staged.
struct IngestPlan {
    /// The first byte of the archive that is needed.
    let offset: Int64
    /// What the bytes before it came with.
    let etag: String?
    /// Bytes of files that are still to be written, at most.
    let remainingBytes: Int64
    let sink: IngestSink

    private static let pieceSize = 1 << 20
    /// A block larger than this is not gathered to be verified as one; the archive is then fetched without `blocks`.
    private static let largestBlock = 16 << 20

    /// Plans a transfer with a `blocks` file, or without a usable one.
    static func make(
        entry: DownloadManifestEntry, list: BlockList?, staging: StagingFolder, url: String,
        memory: IngestMemory, progress: @escaping @Sendable (Int64) -> Void
    ) throws(TransferError) -> IngestPlan {
        do {
            if let list, list.blocks.allSatisfy({ Int($0.plainSize) <= largestBlock }) {
                return try verified(
                    entry: entry, list: list, staging: staging, url: url, memory: memory, progress: progress)
            }
            return try whole(entry: entry, staging: staging, url: url, memory: memory, progress: progress)
        } catch { throw TransferError(ingest: error, url: url) }
    }

    private static func whole(
        entry: DownloadManifestEntry, staging: StagingFolder, url: String, memory: IngestMemory,
        progress: @escaping @Sendable (Int64) -> Void
    ) throws -> IngestPlan {
        try staging.empty()
        let worker = try StreamWorker(url: url, staging: staging, digest: entry.sha256, limit: entry.installedSize)
        let sink = IngestSink(
            runs: .pieces(pieceSize), firstRun: 0, firstOffset: 0, size: entry.downloadSize,
            runMemory: pieceSize, memory: memory, preparer: nil, worker: worker, progress: progress)
        return IngestPlan(
            offset: 0, etag: nil, remainingBytes: entry.installedSize ?? entry.downloadSize, sink: sink)
    }

    private static func verified(
        entry: DownloadManifestEntry, list: BlockList, staging: StagingFolder, url: String,
        memory: IngestMemory, progress: @escaping @Sendable (Int64) -> Void
    ) throws -> IngestPlan {
        let resumption = try Resumption(list: list, staging: staging)
        let blocks = list.blocks.map { (offset: Int64($0.storedOffset), size: Int($0.storedSize)) }
        let next = resumption.point.nextBlock
        let offset = next == 0 ? 0 : next < blocks.count ? blocks[next].offset : entry.downloadSize
        let worker = try BlockWorker(
            list: list, url: url, staging: staging, resumption: resumption, installedSize: entry.installedSize)
        let sink = IngestSink(
            runs: .blocks(blocks), firstRun: next, firstOffset: offset, size: entry.downloadSize,
            runMemory: list.blocks.lazy.map { Int($0.storedSize) + Int($0.plainSize) }.max() ?? 0,
            memory: memory,
            preparer: BlockPreparer(
                list: list, url: url, compression: Compression(blocksLetter: list.compression) ?? .none),
            worker: worker, progress: progress)
        let staged = next < list.blocks.count ? list.plainOffset(ofBlockAt: next) : list.plainSize
        return IngestPlan(
            offset: offset, etag: resumption.etag,
            remainingBytes: Int64(clamping: list.plainSize - min(staged, list.plainSize)),
            sink: sink)
    }
}
