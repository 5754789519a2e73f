// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetTestSupport
import Foundation
import PackagingCommands
import Testing
import ToolSupport

@Suite struct UnpackerTests {
    /// Writes an archive that is no pack.
    private func plainArchive(_ workshop: Workshop, _ build: (ArchiveWriter) async throws -> Void) async throws
        -> String
    {
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(options: .init(compression: .lzma)) { bytes.append(contentsOf: $0) }
        try await build(writer)
        try await writer.finish()
        return try workshop.write(bytes, to: "any.aar")
    }

    @Test func unpacksWhatIsNoPack() async throws {
        let workshop = try Workshop()
        let archive = try await plainArchive(workshop) { writer in
            try await writer.addFile("a/b.txt", bytes: Array("b".utf8), mode: 0o600)
            try await writer.addLink("a/link", to: "b.txt")
            try await writer.addFolder("empty")
        }
        try await Unpacker.unpack(archive, to: workshop.path("deep/er/out/"), progress: Workshop.progress())
        #expect(try workshop.text("deep/er/out/a/link") == "b")
        #expect(try workshop.names("deep/er/out") == ["a", "empty"])
        #expect(try workshop.names("deep/er") == ["out"])
        let scan = try await ArchiveScanner.scan(archive, progress: Workshop.progress())
        #expect(ArchiveInspection(path: archive, scan: scan, entries: []).assetPackID == nil)
    }

    /// Where it is killed it cannot tidy up; the next run does.
    @Test func whatAKilledRunLeftIsRemoved() async throws {
        let workshop = try Workshop()
        let archive = try await workshop.pack("Level", "text")
        let dead = TestProcess()
        dead.executableURL = URL(fileURLWithPath: "/bin/true")
        try dead.run()
        dead.waitUntilExit()
        try workshop.write("x", to: "to/.ba-package.\(dead.processIdentifier).7.tmp/Contents/a")
        let living = ".ba-package.\(getpid()).7.tmp"
        try workshop.write("x", to: "to/\(living)/a")
        try await Unpacker.unpack(archive, to: workshop.path("to/out"), progress: Workshop.progress())
        #expect(try workshop.names("to") == [living, "out"])
    }

    @Test func anEmptyFolderMayStandThereAndNothingElse() async throws {
        let workshop = try Workshop()
        let archive = try await workshop.pack("Level", "text")
        try FileManager.default.createDirectory(atPath: workshop.path("empty"), withIntermediateDirectories: false)
        try await Unpacker.unpack(archive, to: workshop.path("empty"), progress: Workshop.progress())
        #expect(try workshop.text("empty/Contents/Level.txt") == "text")
        await #expect(throws: PackagingError.targetNotEmpty(workshop.path("empty"))) {
            try await Unpacker.unpack(archive, to: workshop.path("empty"), progress: Workshop.progress())
        }
        await #expect(throws: PackagingError.targetNotEmpty(archive)) {
            try await Unpacker.unpack(archive, to: archive, progress: Workshop.progress())
        }
    }

    /// A block that is stored as it was has no check but its digest in the blocks file.
    @Test func damageIsNoticedWhereTheBlocksFileStandsBesideIt() async throws {
        let workshop = try Workshop()
        try workshop.write(Workshop.randomBytes(100_000, seed: 3), to: "noise.bin")
        try await workshop.package(workshop.manifest(#"{"file": "noise.bin"}"#), to: "T.aar", compression: .lz4)
        var bytes = try workshop.bytes("T.aar")
        bytes[60_000] ^= 1
        let archive = try workshop.write(bytes, to: "T.aar")
        let error = await #expect(throws: PackagingError.self) {
            try await Unpacker.unpack(archive, to: workshop.path("out"), progress: Workshop.progress())
        }
        #expect(error?.description.contains("block 0, at byte") == true)
        #expect(error?.exitCode == .failure)
        #expect(try !workshop.names().contains { $0.contains("out") })
        // The list of an archive of another size is not its list.
        _ = try await workshop.pack("Other", "other")
        try workshop.write(try workshop.bytes("Other.blocks"), to: "T.blocks")
        try await Unpacker.unpack(archive, to: workshop.path("out"), progress: Workshop.progress())
        #expect(try workshop.names("out/Contents") == ["noise.bin"])
    }

    @Test func damagedArchivesLeaveNothingBehind() async throws {
        let workshop = try Workshop()
        try workshop.write(Workshop.randomBytes(200_000, seed: 9), to: "Level.txt")
        let manifest = try workshop.manifest(#"{"file": "Level.txt"}"#)
        try await workshop.package(manifest, to: "Level.aar")
        let bytes = try workshop.bytes("Level.aar")
        let names = try workshop.names()
        for count in [0, 3, 12, 27, 1000, bytes.count - 1] {
            try workshop.write(Array(bytes.prefix(count)), to: "Level.aar")
            await #expect(throws: PackagingError.self) {
                try await Unpacker.unpack(
                    workshop.path("Level.aar"), to: workshop.path("out"), progress: Workshop.progress())
            }
            #expect(try workshop.names() == names)
        }
    }
}
