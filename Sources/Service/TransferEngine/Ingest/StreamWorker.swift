// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel
internal import SystemSupport

internal import struct Crypto.SHA256

/// Extracts an archive that has no usable `blocks` file: it must come whole, in one go.
final class StreamWorker: IngestWorker {
    private let url: String
    private let expected: Digest?
    private var hash = SHA256()
    private let reader = SerialArchiveReader()
    private let extractor: ArchiveExtractor
    private let recorder = ExtractionRecorder()

    /// - `digest`: of the whole archive; nil when the manifest gives none (Apple's form).
    init(url: String, staging: StagingFolder, digest: Digest?, limit: Int64?) throws {
        self.url = url
        expected = digest
        var limits = ArchiveLimits()
        if let limit { limits.output = UInt64(max(0, limit)) }
        extractor = ArchiveExtractor(
            into: try staging.openContent(), options: .init(limits: limits, writesDirectly: true), observer: recorder)
    }

    func began(etag: String?) {}

    func take(_ run: IngestRun) throws {
        let bytes = run.bytes
        if expected != nil { hash.update(bufferPointer: bytes) }
        try reader.feed(bytes) { event in try extractor.receive(event) }
    }

    func finish() throws -> [ExtractedFile] {
        try reader.finish()
        try extractor.finish()
        if let expected, Digest(Array(hash.finalize())) != expected {
            throw TransferError.digestMismatch(url: url, what: "the archive")
        }
        return recorder.files.filter { !$0.path.isEmpty }
    }
}
