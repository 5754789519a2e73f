// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackModel
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import BundleSources

/// Archives of an app are unpacked whole, or refused with nothing left on disk.
struct BundleUnpackerTests {
    private func forEachPiece(
        of bytes: [UInt8], _ step: Int, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try bytes.withUnsafeBytes { all in
            var offset = 0
            while offset < all.count {
                let end = min(offset + step, all.count)
                try take(UnsafeRawBufferPointer(rebasing: all[offset..<end]))
                offset = end
            }
        }
    }

    /// Reads it without unpacking it.
    private func scan(_ bytes: [UInt8], step: Int, limit: UInt64 = .max) throws -> ScannedBundle {
        let scanner = BundleScanner(limits: ArchiveLimits(output: limit))
        try forEachPiece(of: bytes, step) { try scanner.take($0) }
        return try scanner.finish()
    }

    /// Unpacks in pieces of `step` bytes. What can be unpacked is seen by whoever only reads it, too.
    private func unpack(
        _ bytes: [UInt8], in folder: TemporaryFolder, step: Int = 4093, limit: UInt64 = .max
    ) throws -> UnpackedBundle {
        let unpacker = try BundleUnpacker(
            in: try Directory(creating: folder.path("staging")), limits: ArchiveLimits(output: limit))
        do {
            try forEachPiece(of: bytes, step) { try unpacker.take($0) }
            let unpacked = try unpacker.finish()
            let scanned = try scan(bytes, step: step, limit: limit)
            #expect(scanned.information == unpacked.information)
            #expect(Int64(scanned.installedSize) == unpacked.bytes)
            return unpacked
        } catch {
            try unpacker.discard()
            throw error
        }
    }

    /// Expects that it is refused for a reason that `text` names, and that nothing is left.
    private func expectRefusal(
        _ bytes: [UInt8], _ text: String, limit: UInt64 = .max, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        for step in [7, 512, 1 << 20] {
            try await TemporaryFolder.with { folder in
                do {
                    _ = try unpack(bytes, in: folder, step: step, limit: limit)
                    Issue.record("it was taken", sourceLocation: location)
                } catch {
                    #expect("\(error)".contains(text), "\(error)", sourceLocation: location)
                }
                do {
                    _ = try scan(bytes, step: step, limit: limit)
                    Issue.record("it was read", sourceLocation: location)
                } catch { #expect("\(error)".contains(text), "\(error)", sourceLocation: location) }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("staging"))
                #expect(left == [], sourceLocation: location)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["staging"],
                    sourceLocation: location)
            }
        }
    }

    private func expectRefusal(
        _ text: String, _ location: SourceLocation = #_sourceLocation, _ change: (inout TarSample) -> Void
    ) async throws {
        var tar = SampleApp.tar()
        change(&tar)
        try await expectRefusal(tar.bytes, text, location)
    }

    private func expectSample(_ bundle: UnpackedBundle) throws {
        #expect(bundle.information.bundleID == SampleApp.bundleID)
        let data = try Data(contentsOf: URL(fileURLWithPath: bundle.path + "/Resources/data.bin"))
        #expect(data == Data(SampleApp.noise(300_000)))
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: bundle.path + "/Resources/link")
        #expect(link == "../Game")
        // The app's executable waits for the end of the installation; nothing else does.
        #expect(FileStatus(path: bundle.path + "/Game")?.permissions == 0o644)
        #expect(FileStatus(path: bundle.path + "/helper")?.permissions == 0o755)
    }

    @Test("Plain tar archives are unpacked, in pieces of any size") func plainTarArchivesAreUnpacked() async throws {
        for step in [1, 511, 512, 513, 1 << 20] {
            try await TemporaryFolder.with { folder in
                try expectSample(try unpack(SampleApp.tar().bytes, in: folder, step: step))
            }
        }
        try await TemporaryFolder.with { folder in
            // As `tar -C folder .` writes it.
            var tar = TarSample()
            tar.addFolder("./")
            tar.addRaw(SampleApp.tar(prefix: "./").bytesWithoutEnd)
            try expectSample(try unpack(tar.bytes, in: folder))
        }
    }

    @Test(
        "Compressed archives are unpacked",
        arguments: [["gzip", "-9"], ["xz", "-0"], ["xz", "-9", "--check=sha256"], ["zstd", "-3"], ["zstd", "-19"]])
    func compressedArchivesAreUnpacked(_ command: [String]) async throws {
        try await TemporaryFolder.with { folder in
            try expectSample(try unpack(try await compress(SampleApp.tar().bytes, command, folder), in: folder))
        }
    }

    @Test("What programs write in several parts is one archive", arguments: [["gzip"], ["xz"], ["zstd"]])
    func severalPartsAreOneArchive(_ command: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let tar = SampleApp.tar().bytes
            let first = try await compress(Array(tar[..<70_000]), command, folder)
            let second = try await compress(Array(tar[70_000...]), command, folder)
            try expectSample(try unpack(first + second, in: folder))
        }
    }

    @Test("GNU and pax long names, and a Mac's debris, are understood") func longNamesAreUnderstood() async throws {
        try await TemporaryFolder.with { folder in
            var tar = TarSample()
            tar.add("._Game.app", "attributes")
            tar.addRaw(SampleApp.tar().bytesWithoutEnd)
            let long = String(repeating: "long/", count: 40)
            tar.add("Game.app/\(long)gnu", "gnu")
            tar.addPax([("comment", "made by hand")], global: true)
            tar.addPax([("path", "Game.app/\(long)pax"), ("size", "3"), ("mtime", "1.5")])
            tar.add("short", "pax")
            let bundle = try unpack(tar.bytes, in: folder)
            for name in ["gnu", "pax"] {
                let text = try String(contentsOfFile: bundle.path + "/\(long)\(name)", encoding: .utf8)
                #expect(text == name)
            }
            #expect(FileStatus(path: folder.path("staging/bundle/._Game.app")) == nil)
        }
    }

    @Test("Apple Archives are unpacked") func appleArchivesAreUnpacked() async throws {
        for compression in [Compression.none, .lzfse, .lzma] {
            try await TemporaryFolder.with { folder in
                let file = folder.path("Game.aar")
                try await writeAppleArchive(to: file, compression: compression)
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
                try FileManager.default.removeItem(atPath: file)
                try expectSample(try unpack(bytes, in: folder))
            }
        }
    }

    @Test("Paths that could reach outside are refused") func pathsOutsideAreRefused() async throws {
        try await expectRefusal("is absolute") { $0.add("/etc/evil", "x") }
        try await expectRefusal("`.` or `..`") { $0.add("Game.app/../../evil", "x") }
        try await expectRefusal("`.` or `..`") { $0.add("../evil", "x") }
        try await expectRefusal("empty component") { $0.add("Game.app//evil", "x") }
        try await expectRefusal("NUL byte") {
            $0.addPax([("path", "Game.app/e\0vil")])
            $0.add("x", "x")
        }
        try await expectRefusal("is not UTF-8") { $0.add(Array("Game.app/".utf8) + [0xff, 0xfe], [1]) }
        try await expectRefusal("is too long") { $0.add("Game.app/" + String(repeating: "x", count: 256), "x") }
        try await expectRefusal("is too long") {
            $0.add("Game.app/" + String(repeating: "long/", count: 300) + "x", "x")
        }
    }

    @Test("Links that leave the bundle, and writes through links, are refused") func linksOutsideAreRefused()
        async throws
    {
        try await expectRefusal("may lie outside") { $0.addLink("Game.app/evil", to: "/etc/passwd") }
        try await expectRefusal("may lie outside") { $0.addLink("Game.app/evil", to: "../evil") }
        try await expectRefusal("may lie outside") { $0.addLink("Game.app/Resources/evil", to: "../../evil") }
        try await expectRefusal("may lie outside") { $0.addLink("Game.app/evil", to: "Resources/../../x") }
        try await expectRefusal("below something that is not a folder") {
            $0.addLink("Game.app/way", to: "Resources")
            $0.add("Game.app/way/evil", "x")
        }
        try await expectRefusal("is a hard link") { $0.add("Game.app/evil", type: "1", link: "Game.app/Game") }
        try await expectRefusal("is a hard link") { $0.add("Game.app/evil", type: "1", link: "/etc/passwd") }
    }

    @Test("Devices, FIFOs and what is no part of an app are refused") func otherKindsAreRefused() async throws {
        try await expectRefusal("character device") { $0.add("Game.app/evil", type: "3") }
        try await expectRefusal("block device") { $0.add("Game.app/evil", type: "4") }
        try await expectRefusal("FIFO") { $0.add("Game.app/evil", type: "6") }
        try await expectRefusal("sparse") { $0.add("Game.app/evil", type: "S") }
        try await expectRefusal("sparse") {
            $0.addPax([("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0")])
            $0.add("Game.app/evil", "x")
        }
        try await expectRefusal("cannot be part of an app") { $0.add("Game.app/evil", type: "M") }
        try await expectRefusal("gives one path") {
            $0.addPax([("path", "Game.app/all")], global: true)
            $0.add("Game.app/evil", "x")
        }
    }

    @Test("Duplicates and case twins are refused") func duplicatesAreRefused() async throws {
        try await expectRefusal("twice") { $0.add("Game.app/Info.plist", "x") }
        try await expectRefusal("case or Unicode form") { $0.add("Game.app/info.plist", "x") }
        try await expectRefusal("two bundles") { $0.add("game.app/x", "x") }
    }

    @Test("Sizes that lie are refused, and output is bounded") func liesAreRefused() async throws {
        // What follows is taken for data then, and no end marker is found.
        try await expectRefusal("ends too early") { $0.add("Game.app/evil", [1], size: "00077777777") }
        try await expectRefusal("malformed") { $0.add("Game.app/evil", noise(2000), size: "00000000001") }
        try await expectRefusal("is said to hold") { $0.addFolderWithSize("Game.app/evil") }
        try await expectRefusal("no octal number") { $0.add("Game.app/evil", [1], size: "9") }
        try await expectRefusal("is negative") { $0.add("Game.app/evil", [1], size: "\u{ff}") }
        try await expectRefusal("its extended header") { $0.addPax([("size", "-1")]) }
        var tar = SampleApp.tar()
        tar.add("Game.app/large", SampleApp.noise(200_000))
        try await expectRefusal(tar.bytes, "more than the 400000 bytes", limit: 400_000)
        var bomb = SampleApp.tar()
        bomb.add("Game.app/bomb", [UInt8](repeating: 0, count: 8 << 20))
        try await TemporaryFolder.with { folder in
            for command in [["gzip"], ["xz"], ["zstd"]] {
                let bytes = try await compress(bomb.bytes, command, folder)
                try await expectRefusal(bytes, "more than the 1000000 bytes", limit: 1_000_000)
            }
        }
    }

    @Test("Archives of anything but one bundle are refused") func otherContentsAreRefused() async throws {
        try await expectRefusal("two bundles, “Game.app” and “Other.app”") { $0.add("Other.app/Info.plist", "x") }
        try await expectRefusal("it holds “README”") { $0.add("README", "x") }
        try await expectRefusal(TarSample().bytes, "it holds nothing")
        var file = TarSample()
        file.add("Game.app", "no folder")
        try await expectRefusal(file.bytes, "it holds “Game.app”")
        var flat = TarSample()
        flat.add("Info.plist", SampleApp.info())
        try await expectRefusal(flat.bytes, "it holds “Info.plist”")
        var empty = TarSample()
        empty.addFolder("Game.app/")
        try await expectRefusal(empty.bytes, "Game.app/Info.plist is missing")
        var noCode = empty
        noCode.add("Game.app/Info.plist", SampleApp.info())
        try await expectRefusal(noCode.bytes, "Game.app/Game, which CFBundleExecutable names, is missing")
        var plain = noCode
        plain.add("Game.app/Game", "x")
        try await expectRefusal(plain.bytes, "is not executable")
        var wrong = empty
        wrong.add("Game.app/Info.plist", "<plist>")
        try await expectRefusal(wrong.bytes, "Game.app/Info.plist")
        try await expectRefusal("at most 1 MiB") { tar in
            tar = empty
            tar.add("Game.app/Info.plist", [UInt8](repeating: 32, count: 2 << 20))
        }
    }

    @Test("What is no archive is named by its first bytes") func whatIsNoArchiveIsNamed() async throws {
        try await expectRefusal(Array("<!DOCTYPE html><html><body>Not found".utf8), "begins with 0x3c21444f43545950")
        try await expectRefusal([UInt8](repeating: 0x55, count: 4000), "begins with 0x5555555555555555")
        try await expectRefusal([], "begins with nothing")
        try await expectRefusal(Array("AEA1".utf8) + [UInt8](repeating: 1, count: 600), "encrypted")
    }

    @Test("Archives that are cut off are refused wherever it is") func cutArchivesAreRefused() async throws {
        let tar = SampleApp.tar()
        // At the end of an entry too, where nothing but the end marker is missing.
        for count in [100, 512, 700, 3000, tar.bytesWithoutEnd.count - 512, tar.bytesWithoutEnd.count] {
            try await TemporaryFolder.with { folder in
                #expect(throws: BundleSourceError.self) { try unpack(Array(tar.bytes[..<count]), in: folder) }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("staging"))
                #expect(left == [])
            }
        }
        try await TemporaryFolder.with { folder in
            for command in [["gzip"], ["xz"], ["zstd"]] {
                let bytes = try await compress(tar.bytes, command, folder)
                for lost in [1, 8, 12, 5000] {
                    try await expectRefusal(Array(bytes.dropLast(lost)), "ends too early")
                }
            }
        }
    }

    @Test("A flipped bit is found by the format's own checksums", arguments: [["gzip"], ["xz"], ["zstd", "--check"]])
    func flippedBitsAreFound(_ command: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try await compress(SampleApp.tar().bytes, command, folder)
            for offset in [bytes.count / 3, bytes.count / 2, bytes.count - 5] {
                var damaged = bytes
                damaged[offset] ^= 0x10
                try await expectRefusal(damaged, "damaged")
            }
            try await expectRefusal(bytes + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "damaged")
        }
    }

    @Test("A second archive behind the end marker is not silently left out") func trailingDataIsRefused() async throws {
        try await expectRefusal(SampleApp.tar().bytes + SampleApp.tar().bytes, "follows the end")
    }

    @Test("Random damage never traps and never leaves anything") func randomDamageNeverTraps() async throws {
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let tar = SampleApp.tar().bytes
        try await TemporaryFolder.with { folder in
            for _ in 0..<400 {
                var bytes = tar
                // Headers are where it counts.
                for _ in 0...random(4) {
                    bytes[random(4) == 0 ? random(bytes.count) : random(4096)] = UInt8(random(256))
                }
                if random(3) == 0 { bytes.removeLast(random(bytes.count)) }
                if (try? unpack(bytes, in: folder)) != nil {
                    try FileManager.default.removeItem(atPath: folder.path("staging/bundle"))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("staging")) == [])
            }
        }
    }

    private func writeAppleArchive(to path: String, compression: Compression) async throws {
        let file = try OwnedDescriptor(checking: open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600), "make", path)
        let writer = try ArchiveWriter(options: .init(compression: compression), to: file, name: path)
        try await writer.addFile("Game.app/Game", bytes: Array("#!/bin/sh\nexit 0\n".utf8), mode: 0o755)
        try await writer.addFile("Game.app/helper", bytes: Array("#!/bin/sh\nexit 1\n".utf8), mode: 0o755)
        try await writer.addFile("Game.app/Info.plist", bytes: Array(SampleApp.info().utf8))
        try await writer.addFile("Game.app/Resources/data.bin", bytes: SampleApp.noise(300_000))
        try await writer.addLink("Game.app/Resources/link", to: "../Game")
        _ = try await writer.finish()
    }

    private func noise(_ count: Int) -> [UInt8] { SampleApp.noise(count) }

    private func compress(_ bytes: [UInt8], _ command: [String], _ folder: TemporaryFolder) async throws -> [UInt8] {
        let name = "/tmp/ba-test-\(UUID().uuidString)"
        defer {
            for suffix in ["", ".gz", ".xz", ".zst"] { try? FileManager.default.removeItem(atPath: name + suffix) }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: name))
        let run = try await ProgramRun.run(
            "/usr/bin/env", command + ["-q", "-f", name])
        #expect(run.status == 0, "\(run.errors)")
        let suffix = command[0] == "gzip" ? ".gz" : command[0] == "xz" ? ".xz" : ".zst"
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: name + suffix)))
    }
}

extension TarSample {
    fileprivate mutating func addFolderWithSize(_ path: String) {
        add(path, mode: 0o755, type: "5", size: "00000000777")
    }
}
