// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetTestSupport
import Foundation
import PackagingCommands
import Testing

/// Runs the built tool, as people and build scripts do.
@Suite struct ExecutableTests {
    private struct Outcome {
        let status: Int32
        let wasSignalled: Bool
        let output: String
        let error: String
    }

    /// The tool stands beside the test program.
    private static let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "ba-package").path

    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func start(_ arguments: [String], _ environment: [String: String] = [:]) throws -> (TestProcess, URL, URL) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: Self.tool)
        process.arguments = arguments
        process.currentDirectoryURL = workshop.folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let logs = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
        let files = (logs.appendingPathExtension("out"), logs.appendingPathExtension("err"))
        for file in [files.0, files.1] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files.0)
        process.standardError = try FileHandle(forWritingTo: files.1)
        try process.run()
        return (process, files.0, files.1)
    }

    private func finish(_ process: TestProcess, _ output: URL, _ error: URL) throws -> Outcome {
        process.waitUntilExit()
        defer {
            try? FileManager.default.removeItem(at: output)
            try? FileManager.default.removeItem(at: error)
        }
        return Outcome(
            status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
            output: try String(contentsOf: output, encoding: .utf8),
            error: try String(contentsOf: error, encoding: .utf8))
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments: arguments, environment: environment)
    }

    private func run(arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        let (process, output, error) = try start(arguments, environment)
        return try finish(process, output, error)
    }

    @Test("C3: the steps of the help text make a pack") func theFirstPackOfTheHelpText() throws {
        let template = try run("template", "-o", "Manifest.json")
        #expect(template.status == 0)
        #expect(try workshop.text("Manifest.json") == ManifestTemplate.text)
        #expect(try run("template", "-o", "Manifest.json").status == 73)
        #expect(try run("template").output == ManifestTemplate.text)
        try workshop.write("video", to: "Videos/Introduction.m4v")
        try workshop.write("texture", to: "Textures/a.png")
        let evaluation = try run("evaluate", "Manifest.json")
        #expect(evaluation.status == 0)
        #expect(evaluation.output.contains("Videos/Introduction.m4v"))
        let package = try run("Manifest.json", "-o", "Tutorial.aar")
        #expect(package.status == 0, "\(package.error)")
        #expect(package.output.isEmpty)
        #expect(try run("verify", "Tutorial.aar").output == "Tutorial.aar: 1 block and 3 files match\n")
        let inspection = try run("inspect", "Tutorial.aar", "--json")
        #expect(inspection.output.contains("\"assetPackID\" : \"MyAssetPack\""))
        let manifest = try run(
            "download-manifest", "create", "Tutorial.aar", "--linux", "--download-base-url", "https://x.example/p",
            "-o", "manifest.json")
        #expect(manifest.status == 0, "\(manifest.error)")
        #expect(try workshop.text("manifest.json").contains("https://x.example/p/MyAssetPack.blocks"))
        #expect(try run("unpack", "Tutorial.aar", "-o", "out", "-q").error.isEmpty)
        #expect(try workshop.text("out/Contents/Textures/a.png") == "texture")
    }

    @Test func whatIsNoManifestOrNoDateIsNamed() async throws {
        let archive = try await workshop.pack("One", "1")
        let confused = try run(archive, "-o", "x.aar")
        #expect(confused.status == 64 && confused.error.contains("is an archive, and a packaging manifest is due"))
        let dated = try run("One.json", "-o", "x.aar", environment: ["SOURCE_DATE_EPOCH": "yesterday"])
        #expect(dated.status == 64 && dated.error.contains("SOURCE_DATE_EPOCH is \"yesterday\""), "\(dated)")
    }

    @Test func everyArchiveIsVerified() async throws {
        let (one, two) = (try await workshop.pack("One", "1"), try await workshop.pack("Two", "2"))
        let outcome = try run("verify", "gone.aar", one, "lost.aar", two)
        #expect(outcome.status == 66)
        #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome)")
        for text in ["gone.aar", "lost.aar", "2 of 4 archives do not match"] { #expect(outcome.error.contains(text)) }
        #expect(!outcome.error.contains("gone.blocks"), "\(outcome)")
    }

    @Test("C3: Apple's command lines work") func applesCommandLinesWork() async throws {
        let one = try await workshop.pack("One", "1")
        let two = try await workshop.pack("Two", "2")
        let three = try await workshop.pack("Three", "3", as: "odd.json")
        let create = try run(
            "download-manifest", "create", one, two, "--download-base-url", "https://x.example/",
            "--asset-pack-versions", "1", "2", "--ios", "--output-path", "m.json", "-q")
        #expect(create.status == 0, "\(create.error)")
        #expect(create.error.isEmpty && create.output.isEmpty)
        let update = try run(
            "download-manifest", "update", "m.json", "--asset-pack-paths", one, two, "--asset-pack-paths", three,
            "--ios",
            "--download-base-url", "https://x.example/")
        #expect(update.status == 0, "\(update.error)")
        let text = try workshop.text("m.json")
        for id in ["One", "Two", "Three"] { #expect(text.contains("https://x.example/\(id)\"")) }
        #expect(try run("package", "One.manifest.json", "--output-path", "no extension", "--quiet").status == 0)
        #expect(try workshop.names().contains("no extension.blocks"))
        #expect(try run("--version").status == 0)
        #expect(try run("license", "agree").status == 0)
        try workshop.write(#""DepotBuild" { "FileMapping" { "LocalPath" "*" "Recursive" "1" } }"#, to: "depot.vdf")
        let convert = try run(
            "convert", "--asset-pack-id", "Depot", "-l", "en", "--on-demand", "depot.vdf", "-o", "depot.json")
        #expect(convert.status == 0, "\(convert.error)")
        #expect(try run("evaluate", "depot.json", "-q").status == 0)
    }

    @Test func mistakesAreExplained() throws {
        try workshop.write("{\n  \"assetPackId\": \"a\"\n}\n", to: "bad.json")
        let bad = try run("bad.json")
        #expect(bad.status == 65)
        #expect(
            bad.error
                == "bad.json:2:3: error: the manifest has no key \"assetPackId\"; did you mean \"assetPackID\"?\n"
                + "  \"assetPackId\": \"a\"\n  ^\n")
        #expect(try run("missing.json").status == 66)
        #expect(try run("inspect", "bad.json").status == 65)
        #expect(try run("bad.json", "--nonsense").status == 64)
        #expect(
            try run("download-manifest", "create", "x.aar", "--download-base-url", "https://x.example").status == 64)
        #expect(try run("download-manifest", "update", "m.json", "--linux").status == 64)
        let missing = try run("download-manifest", "create", "x.aar", "--linux")
        #expect(missing.status == 64)
        #expect(missing.error.contains("--download-base-url"))
        #expect(try run("download-manifest", "update", "m.json", "--linux", "--asset-pack-paths", "x.aar").status == 64)
    }

    @Test(arguments: [
        [], ["package"], ["template"], ["evaluate"], ["inspect"], ["unpack"], ["verify"], ["convert"],
        ["download-manifest"], ["download-manifest", "create"], ["download-manifest", "update"],
    ])
    func everyHelpHasAnExample(command: [String]) throws {
        let (process, output, error) = try start(command + ["--help"])
        let help = try finish(process, output, error)
        #expect(help.status == 0)
        #expect(help.output.contains("  ba-package "), "\(help.output)")
    }

    /// Relative paths are those of the working folder, which is the source root here.
    @Test func theSameCommandGivesTheSamePack() throws {
        try workshop.write("1", to: "1.txt")
        try workshop.manifest(#"{"directory": "."}"#, id: "Level", to: "m.json")
        for arguments in [["m.json"], ["m.json", "-o", "Level.aar"], ["m.json", "-o", "./Level.aar"]] {
            let outcome = try run(arguments: arguments)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.error.contains("Level.aar: 2 files"), "\(outcome.error)")
        }
        #expect(try run("evaluate", "m.json").error.contains("Level: 2 files"))
    }

    /// Where it is killed it cannot tidy up; the next run does.
    @Test func whatAKilledRunLeftIsRemoved() async throws {
        let dead = TestProcess()
        dead.executableURL = URL(fileURLWithPath: "/bin/true")
        try dead.run()
        dead.waitUntilExit()
        let stale = ".ba-package.\(dead.processIdentifier).7.tmp"
        let foreign = [".ba-package.\(getpid()).7.tmp", ".ba-package.x.7.tmp", ".ba-package.tmp", stale + "x"]
        for name in foreign + [stale] { try workshop.write("x", to: "out/" + name) }
        let locked = ".ba-package.\(dead.processIdentifier).8.tmp"
        let descriptor = open(try workshop.write("x", to: "out/" + locked), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        // The folder is packed itself, and what goes is no input.
        let manifest = try workshop.manifest(#"{"directory": "out"}"#)
        let result = try await workshop.package(manifest, to: "out/T.aar")
        #expect(result.blocks.contentPaths == (foreign + [locked]).map { "out/" + $0 }.sorted())
        #expect(try workshop.names("out") == (foreign + [locked, "T.aar", "T.blocks"]).sorted())
    }

    @Test func theEnvironmentSetsTheTimeInTheArchive() throws {
        try workshop.write("x", to: "a.txt")
        try workshop.manifest(#"{"file": "a.txt"}"#)
        func archive(_ name: String, _ environment: [String: String]) throws -> [UInt8] {
            #expect(try run("Manifest.json", "-o", name, "--compression", "none", environment: environment).status == 0)
            return try workshop.bytes(name)
        }
        let plain = try archive("1.aar", [:])
        #expect(try archive("2.aar", [:]) == plain)
        let dated = try archive("3.aar", ["SOURCE_DATE_EPOCH": "1700000000"])
        #expect(dated != plain && dated.count == plain.count)
        #expect(try archive("4.aar", ["SOURCE_DATE_EPOCH": "1700000000"]) == dated)
    }

    /// Each run's effect is kept, in whatever order they come.
    @Test func updatesAtTheSameTimeAllCount() async throws {
        var packs: [String] = []
        for number in 0...6 { packs.append(try await workshop.pack("P\(number)", "\(number)")) }
        let options = ["--linux", "--download-base-url", "https://x.example", "-q"]
        #expect(try run(arguments: ["download-manifest", "create", packs[0], "-o", "m.json"] + options).status == 0)
        let running = try packs.dropFirst().map { pack in
            try start(["download-manifest", "update", "m.json", "--asset-pack-paths", pack] + options)
        }
        for (process, output, error) in running {
            let outcome = try finish(process, output, error)
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        let text = try workshop.text("m.json")
        for number in 0...6 { #expect(text.contains("\"id\": \"P\(number)\"")) }
        #expect(text.contains("\"sequence\": 7"))
        #expect(try workshop.names().filter { $0.hasPrefix(".") }.isEmpty)
    }

    /// What stands at the output path is replaced only when that is a file, and keeps its mode and its name.
    @Test func outputsReplaceFilesOnly() async throws {
        try workshop.write("x", to: "a.txt")
        try workshop.manifest(#"{"file": "a.txt"}"#)
        #expect(mkfifo(workshop.path("pipe"), 0o600) == 0)
        let manager = FileManager.default
        try manager.createDirectory(atPath: workshop.path("folder"), withIntermediateDirectories: false)
        try manager.createSymbolicLink(atPath: workshop.path("dangling"), withDestinationPath: "nothing")
        try manager.createSymbolicLink(atPath: workshop.path("null"), withDestinationPath: "/dev/null")
        let names = try workshop.names()
        #expect(try run("Manifest.json", "-o", "").status == 64)
        for output in ["pipe", "folder", "folder/", "dangling", "null", "none/T.aar"] {
            let outcome = try run("Manifest.json", "-o", output)
            #expect(outcome.status == 73, "\(output): \(outcome.error)")
            #expect(outcome.error.hasPrefix("error: "))
            #expect(try workshop.names() == names)
        }
        try workshop.write("old", to: "real.aar")
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: workshop.path("real.aar"))
        try manager.createSymbolicLink(atPath: workshop.path("link.aar"), withDestinationPath: "real.aar")
        #expect(try run("Manifest.json", "-o", "link.aar").status == 0)
        #expect(try manager.destinationOfSymbolicLink(atPath: workshop.path("link.aar")) == "real.aar")
        #expect(try run("verify", "link.aar").status == 0)
        #expect(try manager.attributesOfItem(atPath: workshop.path("real.aar"))[.posixPermissions] as? Int == 0o600)
        // A link to the manifest is the manifest.
        try manager.createSymbolicLink(atPath: workshop.path("again.aar"), withDestinationPath: "Manifest.json")
        #expect(try run("Manifest.json", "-o", "again.aar").status == 64)
    }

    @Test(arguments: [
        ("inspect One.aar > /dev/full", Int32(74), "No space left on device"), ("template >&-", 74, "cannot write"),
        ("inspect $(printf '\\377').aar", 64, "argument 2 is not UTF-8"), ("inspect .", 65, "not a regular file"),
        ("inspect /dev/zero", 65, "not a regular file"), ("Manifest.json -o x.aar < /dev/null 2>&-", 66, ""),
        ("download-manifest create One.aar --linux --download-base-url http://x.example", 64, "https://"),
    ])
    func hostileUse(command: String, status: Int32, words: String) async throws {
        _ = try await workshop.pack("One", "1")
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(Self.tool) \(command)"]
        process.currentDirectoryURL = workshop.folder
        process.standardInput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try errors.fileHandleForWriting.close()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == status, "\(text)")
        #expect(text.contains(words) || words.isEmpty)
    }

    /// The work is long enough that the signal comes in the middle of it; where it is not, the file is whole.
    @Test(arguments: [SIGINT, SIGTERM])
    func interruptionLeavesNothingBehind(signal: Int32) throws {
        try workshop.write(Workshop.randomBytes(8_000_000, seed: 5), to: "data/0.bin")
        let copies = (1..<24).map { #"{"fileSource": "data/0.bin", "fileDestination": "\#($0).bin"}"# }
        try workshop.manifest(copies.joined(separator: ","))
        let names = try workshop.names()
        let (process, output, error) = try start(["Manifest.json", "-o", "T.aar", "--compression", "lzma"])
        // It has begun when its temporary file stands.
        while process.isRunning, try workshop.names() == names { usleep(1000) }
        kill(process.processIdentifier, signal)
        let outcome = try finish(process, output, error)
        #expect(outcome.wasSignalled)
        #expect(outcome.status == signal)
        #expect(try workshop.names() == names)
    }

    @Test func aBrokenPipeEndsQuietly() async throws {
        let archive = try await workshop.pack("One", "1")
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: Self.tool)
        process.arguments = ["inspect", archive]
        let pipe = Pipe()
        process.standardOutput = pipe
        let errors = Pipe()
        process.standardError = errors
        try pipe.fileHandleForReading.close()
        try process.run()
        process.waitUntilExit()
        try errors.fileHandleForWriting.close()
        #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
        #expect(process.terminationStatus == 141)
    }
}
