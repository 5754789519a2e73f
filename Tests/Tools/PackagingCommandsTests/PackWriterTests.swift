// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import Foundation
import PackagingCommands
import Testing
import ToolSupport

@Suite struct PackWriterTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.write(Workshop.randomBytes(5_000_000, seed: 1), to: "data/random.bin")
        try workshop.write(String(repeating: "compressible ", count: 700_000), to: "data/text.txt")
        try workshop.write([], to: "data/empty")
        try workshop.write("#!/bin/sh\n", to: "data/tool.sh")
        chmod(workshop.path("data/tool.sh"), 0o744)
        try workshop.write("é", to: "data/sub/läufer.txt")
    }

    @Test(arguments: Compression.allCases)
    func archiveAndBlocksAgreeAndUnpack(compression: Compression) async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#, more: #", "userInfo": {"level": 1}"#)
        let result = try await workshop.package(manifest, to: "Tutorial.aar", compression: compression)
        #expect(result.blocksPath == workshop.path("Tutorial.blocks"))
        #expect(try workshop.bytes("Tutorial.blocks") == result.blocks.bytes)
        let list = try await ArchiveVerifier.verify(
            result.archivePath, blocksPath: result.blocksPath, progress: Workshop.progress())
        #expect(list.archiveSize == UInt64(try workshop.bytes("Tutorial.aar").count))
        #expect(list.archiveDigest == SHA256Digest.of(try workshop.bytes("Tutorial.aar")))
        #expect(list.compression == compression.magicLetter ?? BlockList.noContainer)
        #expect(list.blocks.count == 4)
        #expect(
            list.entries.map(\.path) == [
                "", "Manifest.json", "Contents", "Contents/data", "Contents/data/empty", "Contents/data/random.bin",
                "Contents/data/sub", "Contents/data/sub/läufer.txt", "Contents/data/text.txt", "Contents/data/tool.sh",
            ])
        #expect(list.entries.first { $0.path.hasSuffix(".sh") }?.mode == 0o755)
        #expect(list.entries.first { $0.path.hasSuffix(".bin") }?.mode == 0o644)
        let random = try #require(list.entries.first { $0.path.hasSuffix(".bin") })
        #expect(random.digest == SHA256Digest.of(try workshop.bytes("data/random.bin")))

        try await Unpacker.unpack(result.archivePath, to: workshop.path("out"), progress: Workshop.progress())
        #expect(try workshop.tree("out/Contents/data") == workshop.tree("data"))
        let embedded = try PackManifest(
            parsing: SourceText(name: "Manifest.json", bytes: try workshop.bytes("out/Manifest.json")))
        #expect(embedded.assetPackID == "Tutorial")
        #expect(embedded.userInfo == .object(["level": .integer(1)]))
        #expect(try await ArchiveScanner.manifest(of: result.archivePath) == embedded)
    }

    @Test func theSameFilesGiveTheSameBytes() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        try await workshop.package(manifest, to: "one.aar")
        let other = try Workshop()
        for (path, bytes) in try workshop.tree("data") { if let bytes { try other.write(bytes, to: "data/" + path) } }
        chmod(other.path("data/tool.sh"), 0o711)
        let again = try other.manifest("  {\"directory\": \"./data/\"} ")
        try await other.package(again, to: "two.aar")
        #expect(try workshop.bytes("one.aar") == other.bytes("two.aar"))
        #expect(try workshop.bytes("one.blocks") == other.bytes("two.blocks"))
    }

    @Test(arguments: [
        ("Tutorial.aar", "Tutorial.blocks"), ("a/T.AAR", "a/T.blocks"), ("T", "T.blocks"), ("T.v1", "T.v1.blocks"),
        ("no.blogspot.RawCull.models.sam3", "no.blogspot.RawCull.models.sam3.blocks"),
    ])
    func blocksLieBesideTheArchive(archive: String, blocks: String) {
        #expect(BlockList.path(besideArchive: archive) == blocks)
    }

    @Test func failuresLeaveNothingBehindAndNothingChanged() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        try workshop.write("old archive", to: "out/T.aar")
        let input = try PackagingInput(manifestPath: manifest)
        try workshop.write("longer than before", to: "data/sub/läufer.txt")
        let writer = PackWriter(input: input, archivePath: workshop.path("out/T.aar"), compression: .lz4)
        await #expect(throws: PackagingError.changedWhileRead(workshop.path("data/sub/läufer.txt"))) {
            try await writer.write(progress: Workshop.progress())
        }
        #expect(try workshop.names("out") == ["T.aar"])
        #expect(try workshop.text("out/T.aar") == "old archive")
        try workshop.remove("data/sub/läufer.txt")
        await #expect(throws: PackagingError.self) { try await writer.write(progress: Workshop.progress()) }
        #expect(try workshop.names("out") == ["T.aar"])
    }

    @Test func aReplacedFileIsNoticed() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        let input = try PackagingInput(manifestPath: manifest)
        // The same size, another file.
        try workshop.remove("data/sub/läufer.txt")
        try workshop.write("ö", to: "data/sub/läufer.txt")
        let writer = PackWriter(input: input, archivePath: workshop.path("T.aar"), compression: .lz4)
        await #expect(throws: PackagingError.self) { try await writer.write(progress: Workshop.progress()) }
    }

    @Test func inputIsNeverOverwritten() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        await #expect(throws: PackagingError.outputIsInput(manifest)) {
            try await workshop.package(manifest, to: "Manifest.json")
        }
        let text = try workshop.text("Manifest.json")
        #expect(text.contains("assetPackID"))
        await #expect(throws: PackagingError.self) { try await workshop.package(manifest, to: "data/text.txt") }
        try workshop.write("x", to: "data/pack.blocks")
        await #expect(throws: PackagingError.self) { try await workshop.package(manifest, to: "data/pack.aar") }
    }

    @Test func packageAndInspectTellTheSameSize() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        let log = workshop.path("log")
        let descriptor = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let console = Console(output: descriptor, error: descriptor)
        let result = try await PackageCommand.package(
            manifestPath: manifest, outputPath: workshop.path("T.aar"), compression: .lz4, isQuiet: false,
            workingFolder: workshop.path(""), console: console)
        let scan = try await ArchiveScanner.scan(result.archivePath, progress: Workshop.progress())
        #expect(scan.installedSize == result.blocks.installedSize)
        let size = Quantity.bytes(Int64(scan.installedSize))
        #expect(try workshop.text("log").contains("\(size) installed"))
        #expect(
            ArchiveInspection(path: result.archivePath, scan: scan, entries: []).text.split(separator: "\n")
                .contains { $0.hasPrefix("Installed:") && $0.hasSuffix(" " + size) })
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let manifest = try workshop.manifest(#"{"directory": "data"}"#)
        let error = await #expect(throws: PackagingError.self) {
            try await workshop.package(manifest, to: "missing/T.aar")
        }
        #expect(error.map { "\($0)" }?.contains("missing/T.aar") == true)
        await #expect(throws: PackagingError.self) { try await workshop.package(manifest, to: "data") }
    }
}
