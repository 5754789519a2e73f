// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel

internal import struct Crypto.SHA256

/// Computes the digest of each file as it is extracted, compares it with the `blocks` file, and lists what was made.
final class FileDigester: ArchiveExtractorObserver {
    private let expected: [String: Digest]
    private let url: String
    private var hash: SHA256?
    /// What was made in this run, in order.
    private(set) var files: [ExtractedFile] = []

    /// - `list`: nil when there is no `blocks` file: then nothing is compared.
    init(list: BlockList?, url: String) {
        self.url = url
        var expected: [String: Digest] = [:]
        for entry in list.map({ Array($0.entries) }) ?? [] where entry.kind == .file {
            expected[entry.path] = entry.digest
        }
        self.expected = expected
    }

    func fileBegan(_ path: String, header: EntryHeader) {
        hash = expected.isEmpty ? nil : SHA256()
    }

    func fileData(_ bytes: UnsafeRawBufferPointer) {
        hash?.update(bufferPointer: bytes)
    }

    func fileEnded(_ path: String, header: EntryHeader) throws {
        if let hash {
            guard let digest = Digest(Array(hash.finalize())), digest == expected[path] else {
                throw TransferError.digestMismatch(url: url, what: "the file \(path)")
            }
        }
        hash = nil
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
