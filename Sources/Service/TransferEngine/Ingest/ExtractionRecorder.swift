// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// Lists what an extractor makes, in order.
final class ExtractionRecorder: ArchiveExtractorObserver {
    private(set) var files: [ExtractedFile] = []

    func fileBegan(_ path: String, header: EntryHeader) {}

    func fileData(_ bytes: UnsafeRawBufferPointer) {}

    func fileEnded(_ path: String, header: EntryHeader) {
        files.append(
            ExtractedFile(path: path, kind: .file, size: header.dataSize ?? 0, mode: header.mode ?? 0o644))
    }

    func otherMade(_ path: String, header: EntryHeader) {
        files.append(
            ExtractedFile(
                path: path, kind: header.kind == .folder ? .folder : .symbolicLink, size: 0, mode: header.mode ?? 0o755)
        )
    }
}
