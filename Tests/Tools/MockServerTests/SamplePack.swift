// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackFiles
import AssetPackModel
import Crypto
import Foundation

/// A pack as `ba-package` makes it, small and with known bytes.
struct SamplePack {
    let id: String
    var policy = #"{"onDemand": {}}"#
    var platforms: [String] = []
    var content = Array("content".utf8)

    /// The bytes of the archive.
    func archive() async throws -> [UInt8] {
        let platforms = platforms.map { "\"\($0)\"" }.joined(separator: ", ")
        return try await Self.archive(
            manifest: """
                {"assetPackID": "\(id)", "downloadPolicy": \(policy), "platforms": [\(platforms)], "userInfo": {"a": 1}}
                """, content: content)
    }

    /// The bytes of an archive with any manifest.
    static func archive(manifest: String, content: [UInt8] = [1, 2, 3]) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(options: .init(compression: .lz4)) { bytes.append(contentsOf: $0) }
        try await writer.addFile("Manifest.json", bytes: Array(manifest.utf8))
        try await writer.addFile("Contents/file.bin", bytes: content)
        try await writer.finish()
        return bytes
    }

    /// Writes the archive in one step, as a tool does: under another name, then renamed.
    @discardableResult
    func write(to path: String) async throws -> [UInt8] {
        let bytes = try await archive()
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        return bytes
    }

    /// Bytes that do not compress, the same ones for a seed. `count` is rounded up to a multiple of 8.
    static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed | 1
        let words = (0..<(count + 7) / 8).map { _ -> UInt64 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        return words.withUnsafeBytes { Array($0) }
    }

    /// A blocks file that belongs to an archive. What it says of entries is made up.
    static func blocks(of archive: [UInt8]) throws -> BlockList {
        var encoder = BlockListEncoder()
        let digest = try SamplePack.digest(archive)
        try encoder.append(
            BlockList.Entry(
                kind: .file, path: "x", mode: 0o644, headerSize: 17, dataSize: UInt64(archive.count - 17),
                digest: digest))
        try encoder.append(
            BlockList.Block(
                storedOffset: 0, storedSize: UInt32(archive.count), plainSize: UInt32(archive.count), digest: digest,
                entryIndex: 0, entryOffset: 0))
        return try encoder.finish(
            compression: BlockList.noContainer, archiveSize: UInt64(archive.count), archiveDigest: digest)
    }

    static func digest(_ bytes: [UInt8]) throws -> AssetPackModel.Digest {
        struct NoDigest: Error {}
        guard let digest = AssetPackModel.Digest(Array(SHA256.hash(data: bytes))) else { throw NoDigest() }
        return digest
    }
}
