// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Crypto
import Foundation
import Glibc
import HostingModel
import NIOPosix
import SystemSupport
import Testing

@testable import HostingProcessing

/// Real processes that read what was uploaded.
@Suite("Inspection of uploads", .timeLimit(.minutes(2))) struct InspectorTests {
    private func errors(_ outcome: InspectionOutcome) -> [String] {
        if case .invalid(let problems) = outcome { problems.errors.map(\.code) } else { [] }
    }

    @Test("An archive is told with its digest, its manifest and each of its files") func archive() async throws {
        try await Inspecting.with { world in
            let bytes = try await SampleArchive.bytes(in: world.folder)
            guard case .archive(let report) = try await world.inspect(.archive, bytes) else {
                Issue.record("no archive")
                return
            }
            #expect(report.size == UInt64(bytes.count))
            #expect(report.sha256 == Hexadecimal.text(SHA256.hash(data: bytes)))
            #expect(report.manifest.assetPackID == "Tutorial")
            #expect(report.manifest.platforms == [.iOS, .linux])
            #expect(report.manifest.downloadPolicy == .onDemand)
            // With the manifest, which is installed, too.
            #expect(report.installedSize > 6)
            #expect(
                report.files.sorted { $0.path < $1.path } == [
                    ListedFile(path: "a.txt", size: 3, sha256: Hexadecimal.text(SHA256.hash(data: Data("one".utf8)))),
                    ListedFile(path: "b/c.txt", size: 3, sha256: Hexadecimal.text(SHA256.hash(data: Data("two".utf8)))),
                ])
        }
    }

    @Test("What is no archive, or a broken one, is said to be so", arguments: ["empty", "noise", "cut", "flipped"])
    func brokenArchives(_ kind: String) async throws {
        try await Inspecting.with { world in
            var bytes = try await SampleArchive.bytes(in: world.folder)
            switch kind {
            case "empty": bytes = []
            case "noise": bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            case "cut": bytes.removeLast(bytes.count / 2)
            default: bytes[0] ^= 0xff
            }
            #expect(errors(try await world.inspect(.archive, bytes)) == ["ARCHIVE_INVALID"])
        }
    }

    /// An archive of four files that is not compressed.
    private func plainArchive(_ world: Inspecting) async throws -> Data {
        for (path, text) in [("a1", "one"), ("a2", "two"), ("b", "three"), ("q/c", "four")] {
            try world.folder.write(text, to: "odd/\(path)")
        }
        let selectors = ["a1", "a2", "b", "q/c"].map { #"{"file": "\#($0)"}"# }.joined(separator: ", ")
        try world.folder.write(SampleArchive.manifest(selectors: selectors), to: "odd/Manifest.json")
        let run = try await ProgramRun.run(
            "ba-package", ["Manifest.json", "-o", "odd.aar", "--compression", "none"],
            directory: world.folder.path("odd"))
        try #require(run.status == 0, "\(run.errors)")
        return try Data(contentsOf: URL(fileURLWithPath: world.folder.path("odd/odd.aar")))
    }

    @Test(
        "What no device would unpack is no version: entries twice, in two cases, and below a file",
        arguments: [
            ("Contents/a2", "Contents/a1", "twice"), ("Contents/a2", "Contents/A1", "case"),
            ("Contents/q/c", "Contents/b/c", "not a folder"),
        ])
    func notUnpacked(old: String, new: String, told: String) async throws {
        try await Inspecting.with { world in
            var data = try await plainArchive(world)
            let range = try #require(data.range(of: Data(old.utf8), options: .backwards))
            data.replaceSubrange(range, with: Data(new.utf8))
            let outcome = try await world.inspect(.archive, [UInt8](data))
            #expect(errors(outcome) == ["CONTENT_NOT_ALLOWED"], "\(outcome)")
            #expect("\(outcome)".contains(told), "\(outcome)")
        }
    }

    @Test(
        "Links of a pack stay in it",
        arguments: [("a1", true), ("/etc/passwd", false), ("../Manifest.json", false)])
    func links(target: String, stays: Bool) async throws {
        func field(_ name: String, _ text: String) -> [UInt8] {
            let size = UInt16(text.utf8.count)
            return Array(name.utf8) + [UInt8(size & 0xff), UInt8(size >> 8)] + Array(text.utf8)
        }
        let fields = Array("TYP1L".utf8) + field("PATP", "Contents/link") + field("LNKP", target)
        let size = UInt16(6 + fields.count)
        let entry = Array("AA01".utf8) + [UInt8(size & 0xff), UInt8(size >> 8)] + fields
        try await Inspecting.with { world in
            let outcome = try await world.inspect(.archive, [UInt8](try await plainArchive(world)) + entry)
            #expect(errors(outcome) == (stays ? [] : ["CONTENT_NOT_ALLOWED"]), "\(outcome)")
            #expect("\(outcome)".contains("outside") == !stays, "\(outcome)")
        }
    }

    @Test("The archive of an app is told with what its Info.plist says", arguments: ["tar", "gzip"])
    func builds(_ form: String) async throws {
        try await Inspecting.with { world in
            var bytes = SampleApp.tar().bytes
            if form == "gzip" {
                try world.folder.write(bytes, to: "app.tar")
                let run = try await ProgramRun.run("/bin/gzip", [world.folder.path("app.tar")])
                try #require(run.status == 0)
                bytes = Array(try Data(contentsOf: URL(fileURLWithPath: world.folder.path("app.tar.gz"))))
            }
            guard case .build(let report) = try await world.inspect(.build, bytes) else {
                Issue.record("no build")
                return
            }
            #expect(report.bundleID == SampleApp.bundleID)
            #expect(report.size == UInt64(bytes.count))
            #expect(report.sha256 == Hexadecimal.text(SHA256.hash(data: bytes)))
            #expect(report.installedSize > 300_000)
            // Its executable is a text.
            #expect(report.architecture == nil)
            #expect(report.problems.errors.isEmpty)
        }
    }

    @Test("What is no archive of an app is said to be so") func brokenBuilds() async throws {
        try await Inspecting.with { world in
            let bytes = SampleApp.tar().bytes
            for broken in [[], Array(bytes.dropLast(bytes.count / 2)), (0..<300_000).map { UInt8($0 % 251) }] {
                #expect(errors(try await world.inspect(.build, broken)) == ["ARCHIVE_INVALID"])
            }
            var other = TarSample()
            other.add("readme.txt", "nothing")
            #expect(errors(try await world.inspect(.build, other.bytes)) == ["BUNDLE_INVALID"])
            // A pack is no app, and an app no pack.
            let pack = try await SampleArchive.bytes(in: world.folder)
            #expect(errors(try await world.inspect(.build, pack)) == ["BUNDLE_INVALID"])
            #expect(errors(try await world.inspect(.archive, bytes)) == ["ARCHIVE_INVALID"])
        }
    }

    @Test("A manifest by itself is checked like the one in an archive") func manifests() async throws {
        try await Inspecting.with { world in
            let valid = Array(SampleArchive.manifest(selectors: #"{"file": "a.txt"}"#).utf8)
            guard case .manifest(let report) = try await world.inspect(.manifest, valid) else {
                Issue.record("no manifest")
                return
            }
            #expect(report.assetPackID == "Tutorial")
            #expect(errors(try await world.inspect(.manifest, Array("{".utf8))) == ["MANIFEST_INVALID"])
            let long = [UInt8](repeating: 0x20, count: ManifestInspector.largestSize + 1)
            #expect(errors(try await world.inspect(.manifest, long)) == ["MANIFEST_INVALID"])
        }
    }

    @Test("Whoever takes too long is ended, however it does that") func tooLong() async throws {
        try await Inspecting.with { world in
            let inspector = Inspecting.inspector { _ in
                InspectionLimits(addressSpace: 2 << 30, processorTime: 60, time: 0)
            }
            let bytes = [UInt8](repeating: 0, count: 30_000_000)
            let error = await #expect(throws: InspectionError.self) {
                try await world.inspect(.archive, bytes, with: inspector)
            }
            guard case .tooDemanding = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("The kernel keeps the process to its limits") func limits() async throws {
        let child = try InspectorChild(
            executable: ProgramRun.programs + "/ba-host", arguments: ["inspect", "archive", "31", "1234567890"])
        defer { child.kill() }
        func limit(_ name: String) throws -> String? {
            try String(contentsOfFile: "/proc/\(child.processID)/limits", encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix(name) }?.dropFirst(26).split(separator: " ").first.map(String.init)
        }
        try await eventually { try limit("Max open files") == "32" }
        #expect(try limit("Max cpu time") == "31")
        #expect(try limit("Max address space") == "1234567890")
        #expect(try limit("Max file size") == "0")
        #expect(try limit("Max core file size") == "0")
        child.kill()
        #expect(await child.waitForEnd(on: .singleton) == .signalled(SIGKILL))
    }

    @Test("What cannot be read is no fault of what was uploaded") func unreadable() async throws {
        try await Inspecting.with { world in
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let error = await #expect(throws: InspectionError.self) {
                try await world.inspect(.archive, bytes, size: Int64(bytes.count) + 1)
            }
            guard case .unreadable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("A program that is not there is told") func noProgram() async throws {
        try await Inspecting.with { world in
            let inspector = Inspector(executable: "/nowhere/ba-host", arguments: [])
            let error = await #expect(throws: InspectionError.self) {
                try await world.inspect(.archive, [1], with: inspector)
            }
            guard case .notStarted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("The process has no privileges, no sockets and no files but its own") func confinement() async throws {
        let child = try InspectorChild(
            executable: ProgramRun.programs + "/ba-host",
            arguments: ["inspect", "archive", "30", "\(UInt64(2) << 30)"])
        defer { child.kill() }
        let status = try String(contentsOfFile: "/proc/\(child.processID)/status", encoding: .utf8)
        func value(_ name: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: "\t").last.map(
                String.init)
        }
        #expect(value("NoNewPrivs") == "1")
        #expect(value("CapEff").flatMap { UInt64($0, radix: 16) } == 0)
        if FileAccessRules.filtersCalls { #expect(value("Seccomp") == "2") }
        child.endInput()
        _ = await child.readAnswer(limit: 1 << 20, on: .singleton)
        #expect(await child.waitForEnd(on: .singleton) == .exited(0))
    }
}
