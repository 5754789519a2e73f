// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import Foundation
import PackagingCommands
import Testing
import ToolSupport

@Suite struct ArchiveVerifierTests {
    private func archive(_ workshop: Workshop, _ compression: Compression) async throws -> PackWriter.Result {
        try workshop.write(Workshop.randomBytes(300_000, seed: 3), to: "a.bin")
        try workshop.write(String(repeating: "text ", count: 1_000_000), to: "b.txt")
        let manifest = try workshop.manifest(#"{"filePattern": "*.*"}, {"fileExclusion": "*.json"}"#)
        return try await workshop.package(manifest, to: "T.aar", compression: compression)
    }

    @Test(arguments: Compression.allCases)
    func noticesEveryDamage(compression: Compression) async throws {
        let workshop = try Workshop()
        let result = try await archive(workshop, compression)
        let bytes = try workshop.bytes("T.aar")
        for offset in stride(from: 0, to: bytes.count, by: bytes.count / 23) {
            var damaged = bytes
            damaged[offset] ^= 0x40
            try workshop.write(damaged, to: "T.aar")
            await #expect(throws: PackagingError.self, "byte \(offset)") {
                try await ArchiveVerifier.verify(
                    result.archivePath, blocksPath: result.blocksPath, progress: Workshop.progress())
            }
        }
    }

    @Test func namesTheBlockAndTheFile() async throws {
        let workshop = try Workshop()
        let result = try await archive(workshop, .none)
        var bytes = try workshop.bytes("T.aar")
        let entry = try #require(result.blocks.entries.firstIndex { $0.path == "Contents/b.txt" })
        bytes[Int(result.blocks.plainOffset(ofEntryAt: entry)) + 200] ^= 1
        try workshop.write(bytes, to: "T.aar")
        let error = await #expect(throws: PackagingError.self) {
            try await ArchiveVerifier.verify(
                result.archivePath, blocksPath: result.blocksPath, progress: Workshop.progress())
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("block 0"))
        #expect(text.contains("Contents/b.txt differs"))
        #expect(!text.contains("a.bin"))
        #expect(error?.exitCode == .failure)
    }

    @Test(arguments: [Compression.lzfse, .none])
    func noticesMissingAndExtraBytes(compression: Compression) async throws {
        let workshop = try Workshop()
        let result = try await archive(workshop, compression)
        let bytes = try workshop.bytes("T.aar")
        for changed in [Array(bytes.dropLast()), Array(bytes.prefix(100)), bytes + [0], []] {
            try workshop.write(changed, to: "T.aar")
            await #expect(throws: PackagingError.self) {
                try await ArchiveVerifier.verify(
                    result.archivePath, blocksPath: result.blocksPath, progress: Workshop.progress())
            }
        }
    }

    @Test func theListOfAnotherArchiveIsNoticed() async throws {
        let workshop = try Workshop()
        _ = try await archive(workshop, .lz4)
        let other = try await workshop.pack("Other", "other")
        await #expect(throws: PackagingError.self) {
            try await ArchiveVerifier.verify(
                other, blocksPath: workshop.path("T.blocks"), progress: Workshop.progress())
        }
        try workshop.write("BABLOCKS\u{2}\u{0}\u{0}\u{0}", to: "T.blocks")
        await #expect(throws: PackagingError.blocks(workshop.path("T.blocks"), .unsupportedMajorVersion(2))) {
            try await ArchiveVerifier.verify(
                workshop.path("T.aar"), blocksPath: workshop.path("T.blocks"), progress: Workshop.progress())
        }
        await #expect(throws: PackagingError.missing(workshop.path("none.blocks"))) {
            try await ArchiveVerifier.verify(
                workshop.path("T.aar"), blocksPath: workshop.path("none.blocks"), progress: Workshop.progress())
        }
    }

    @Test func inspectionTellsAllOfIt() async throws {
        let workshop = try Workshop()
        let result = try await archive(workshop, .zlib)
        var entries: [ArchiveScan.Entry] = []
        let scan = try await ArchiveScanner.scan(result.archivePath, progress: Workshop.progress()) {
            entries.append($0)
        }
        let inspection = ArchiveInspection(path: result.archivePath, scan: scan, entries: entries)
        #expect(inspection.assetPackID == "Tutorial")
        #expect(inspection.compression == "zlib")
        #expect(inspection.blocksFile == "matching")
        #expect(inspection.manifestProblem == nil)
        #expect(inspection.entries.contains { $0.path == "Contents/a.bin" && $0.size == 300_000 && $0.mode == "0644" })
        #expect(inspection.text.contains("Contents/b.txt"))
        try workshop.remove("T.blocks")
        #expect(ArchiveInspection(path: result.archivePath, scan: scan, entries: []).blocksFile == "none")
    }
}
