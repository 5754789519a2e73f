// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import AssetTestSupport
import Foundation
import PackagingCommands
import ToolSupport

/// A pack made by the packaging tool, and its files, for a fault server to serve.
struct ServedPack {
    let entry: DownloadManifestEntry
    let archive: [UInt8]
    let blocks: [UInt8]
    let list: BlockList
    let files: [String: [UInt8]]

    /// Several blocks of bytes that do not compress and of some that do, files over block boundaries, and an empty one.
    static func make(
        in folder: TemporaryFolder, id: String = "Pack", compression: Compression = .none, megabytes: Int = 14
    ) async throws -> ServedPack {
        var state: UInt64 = 42
        func noise(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        }
        let files: [String: [UInt8]] = [
            "a/first.bin": noise(3_000_000), "b/large.bin": noise(megabytes << 20), "c/empty": [],
            "d/text.txt": Array(repeatElement(Array("all work and no play\n".utf8), count: 100_000).joined()),
        ]
        for (name, bytes) in files { try folder.write(bytes, to: "\(id)/\(name)") }
        try folder.write(
            """
            {"assetPackID": "\(id)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"directory": "\(id)"}],
             "platforms": []}
            """, to: "\(id).json")
        let result = try await PackageCommand.package(
            manifestPath: folder.path("\(id).json"), outputPath: folder.path("\(id).aar"), compression: compression,
            isQuiet: true, workingFolder: folder.path, console: Console(output: 1, error: 2))
        let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: result.archivePath)))
        let blocks = [UInt8](try Data(contentsOf: URL(fileURLWithPath: result.blocksPath)))
        let entry = DownloadManifestEntry(
            id: id, url: "\(id).aar", version: 1, downloadSize: Int64(archive.count), downloadPolicy: .onDemand,
            sha256: result.blocks.archiveDigest,
            blocks: .init(url: "\(id).blocks", size: Int64(blocks.count), sha256: SHA256Digest.of(blocks)),
            installedSize: Int64(result.blocks.installedSize))
        return ServedPack(
            entry: entry, archive: archive, blocks: blocks, list: result.blocks,
            files: Dictionary(uniqueKeysWithValues: files.map { ("Contents/\(id)/\($0.key)", $0.value) }))
    }

    /// Whether exactly these files are staged.
    func isStaged(in staging: String) throws -> Bool {
        for (name, bytes) in files {
            let path = staging + "/content/" + name
            guard FileManager.default.contents(atPath: path).map({ [UInt8]($0) }) == bytes else { return false }
        }
        return true
    }
}
