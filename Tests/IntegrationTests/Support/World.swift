// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

/// A service, a server and an app of a test's own: real processes, sockets, TLS and files below one temporary folder.
struct World {
    static let bundleID = "com.example.game"
    let folder: TemporaryFolder
    let log = WorldLog()
    /// Of the server, once it runs.
    private(set) var url = ""
    /// What clients start as the service.
    var serviceExecutable = ProgramRun.programs + "/backgroundassetsd"
    private var server: pid_t?
    /// Variables that a test adds, or has in place of the usual ones.
    var additions: [String: String] = [:]

    var environment: [String: String] {
        [
            "BACKGROUND_ASSETS_ROOT": folder.path("s"), "XDG_DATA_HOME": folder.path("data"), "LANG": "C.UTF-8",
            "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": serviceExecutable,
        ].merging(additions) { _, new in new }
    }

    /// Runs `body` in a new world, and ends its processes afterwards.
    static func with(_ body: (inout World) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            var world = World(folder: folder)
            do { try await body(&world) } catch {
                print(world.serviceLog)
                // The errors of a test that its time limit has cancelled are not shown.
                if Task.isCancelled { Issue.record("cancelled: \(world.log.summary)") }
                try await world.end()
                throw error
            }
            try await world.end()
        }
    }

    private init(folder: TemporaryFolder) { self.folder = folder }

    private mutating func end() async throws {
        stopServer()
        _ = try await ba("service", "stop")
        // A service that was killed for good has nobody to do this after it.
        for group in controlGroups ?? [] { rmdir(group) }
    }

    // MARK: Programs

    @discardableResult
    func ba(_ arguments: String...) async throws -> ProgramRun {
        try await run("ba", arguments)
    }

    /// Runs a program in the world's folder: one that was built with the tests, or by its path.
    func run(_ program: String, _ arguments: [String]) async throws -> ProgramRun {
        let run = try await ProgramRun.run(program, arguments, environment: environment, directory: folder.path)
        log.note(program, arguments, run)
        return run
    }

    /// Runs the app with these arguments, through the service.
    func game(_ arguments: String...) async throws -> [String] {
        let run = try await run("ba", ["launch", Self.bundleID, "--"] + arguments)
        return (run.output + run.errors).split(separator: "\n").map(String.init)
    }

    /// Starts the app with these arguments, which writes what it prints to a file, and runs `body` while it lives.
    func withGame(_ arguments: String..., body: (_ output: () -> [String]) async throws -> Void) async throws {
        try await withProgram("ba", ["launch", Self.bundleID, "--"] + arguments, body: body)
    }

    /// How often the service was started so far.
    var serviceStarts: Int { serviceLog.split(separator: "\n").count { $0.contains("(on-demand) in ") } }

    /// The service's log so far.
    var serviceLog: String {
        (try? String(contentsOfFile: folder.path("s/service.log"), encoding: .utf8)) ?? ""
    }

    /// Kills the service without a word, as a crash or the kernel would.
    func killService() async throws {
        let status = try await ba("service", "status", "--json")
        guard let object = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any],
            let pid = object["processID"] as? Int
        else { return }
        kill(pid_t(pid), SIGKILL)
    }

    /// The service's socket.
    var socketPath: String { folder.path("s/run/service.socket") }

    // MARK: Server

    /// Serves all archives in `packs`, and makes the service trust and use the server.
    mutating func serve() async throws {
        let log = folder.path("serve.log")
        try folder.write("", to: "serve.log")
        try folder.write("", to: "requests.log")
        let (output, errors) = (
            open(log, O_WRONLY | O_CLOEXEC), open(folder.path("requests.log"), O_WRONLY | O_CLOEXEC)
        )
        defer {
            close(output)
            close(errors)
        }
        // Not by Foundation's Process: it looks for open descriptors in /proc/self/fd, and copies more of an entry than the
        // entry has, which ends the tests where the memory ends behind it.
        var launcher = ProcessLauncher(
            executable: ProgramRun.programs + "/ba-serve", arguments: [folder.path("packs"), "--port", "0", "-v"],
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new })
        launcher.standardOutput = output
        launcher.standardError = errors
        server = try launcher.start()
        url = try await wait("the server to print its URL") {
            try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix("https://") }.map(String.init)
        }
        try await expectSuccess(ba("trust"))
        try await expectSuccess(ba("url-override", url))
    }

    mutating func stopServer() {
        guard let server else { return }
        kill(server, SIGTERM)
        var status: Int32 = 0
        while waitpid(server, &status, 0) < 0, errno == EINTR {}
        self.server = nil
    }

    /// The lines of the requests that the server has answered.
    var requests: [String] {
        let text = (try? String(contentsOfFile: folder.path("requests.log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { $0.contains("GET ") }
    }

    // MARK: Packs and apps

    /// Packs `files` with ba-package.
    func pack(
        _ id: String, policy: String = #"{"onDemand": {}}"#, files: [String: [UInt8]], compression: String = "lzfse",
        platforms: [String] = []
    ) async throws {
        let source = "sources/\(id)"
        try? FileManager.default.removeItem(atPath: folder.path(source))
        for (name, bytes) in files { try folder.write(bytes, to: "\(source)/\(name)") }
        let selectors = files.keys.sorted().map { #"{"file": "\#($0)"}"# }.joined(separator: ", ")
        try folder.write(
            """
            {"assetPackID": "\(id)", "downloadPolicy": \(policy), "fileSelectors": [\(selectors)], "platforms": \(platforms),
             "sourceRoot": "\(id)"}
            """, to: "sources/\(id).json")
        try FileManager.default.createDirectory(
            atPath: folder.path("packs"), withIntermediateDirectories: true)
        try await expectSuccess(
            ProgramRun.run(
                "ba-package",
                [
                    "-q", "--compression", compression, folder.path("sources/\(id).json"), "-o",
                    folder.path("packs/\(id).aar"),
                ]))
    }

    /// Info.plist keys of an app whose packs come from the host that its receipt names.
    static let hosted = "<key>BAUsesAppleHosting</key><true/>"

    /// Makes the app's bundle from the fixture programs.
    ///
    /// - `source`: the Info.plist keys that tell where its packs come from.
    /// - `host`: what the receipt names; no receipt without one.
    /// - `isManaged`: whether it has managed packs.
    func makeApp(
        version: String = "1.0", build: String = "1", source: String = World.hosted, keys: String = "",
        host: String? = nil, isManaged: Bool = true
    ) async throws {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(Self.bundleID)</string>
            <key>CFBundleName</key><string>Game</string>
            <key>CFBundleExecutable</key><string>FixtureGame</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string>
            <key>CFBundleVersion</key><string>\(build)</string>
            \(isManaged ? "<key>BAHasManagedAssetPacks</key><true/>" : "")
            \(source)
            <key>BAAppGroupID</key><string>group.com.example.game</string>
            \(keys)
            </dict></plist>
            """, to: "Info.plist")
        try? FileManager.default.removeItem(atPath: folder.path("Game.app"))
        try await expectSuccess(
            ProgramRun.run(
                "ba",
                [
                    "bundle", "--executable", ProgramRun.programs + "/FixtureGame", "--extension-executable",
                    ProgramRun.programs + "/FixtureDownloader", "--info", folder.path("Info.plist"), "-o",
                    folder.path("Game.app"),
                ] + (host.map { ["--host", $0] } ?? []), environment: environment, directory: folder.path))
    }

    /// Makes the app's bundle with an extension that does what these lines say (see FixturePeer).
    func makeApp(extensionScript lines: [String]) async throws {
        try await makeApp()
        let downloader = "Game.app/Extensions/FixtureDownloader.appex"
        try folder.write(lines.joined(separator: "\n") + "\n", to: downloader + "/script")
        let executable = folder.path(downloader + "/FixtureDownloader")
        try FileManager.default.removeItem(atPath: executable)
        try FileManager.default.copyItem(atPath: ProgramRun.programs + "/FixturePeer", toPath: executable)
    }

    // MARK: Waiting

    /// Asks again until there is an answer; the test's own time limit ends a wait in vain.
    func wait<Value>(_ what: String, for value: () async throws -> Value?) async throws -> Value {
        log.waits(for: what)
        return try await eventualValue(value)
    }

    /// The records of `ba packs --json`, by pack ID.
    func packs() async throws -> [String: [String: Any]] {
        let run = try await ba("packs", Self.bundleID, "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let records = (object as? [String: Any])?["packs"] as? [[String: Any]] ?? object as? [[String: Any]] ?? []
        return Dictionary(records.map { ($0["id"] as? String ?? "", $0) }) { first, _ in first }
    }

    func localVersion(_ packID: String) async throws -> Int? { try await packs()[packID]?["localVersion"] as? Int }
}

/// A program of the test that failed, with what it said.
struct ProgramFailure: Error, CustomStringConvertible {
    let run: ProgramRun
    var description: String { "status \(run.status): \(run.output)\(run.errors)" }
}

@discardableResult
func expectSuccess(_ run: ProgramRun) throws -> ProgramRun {
    guard run.status == 0 else { throw ProgramFailure(run: run) }
    return run
}
