// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A service, a server, and an app of the bench's own: real processes, sockets, TLS and files below one folder.
final class Workbench: Sendable {
    static let bundleID = "com.example.bench"

    let isQuick: Bool
    let rounds: Int
    /// Absolute path of the package that the bench belongs to.
    let packagePath: String
    let python: String
    private let programs: String
    private let ownPrograms: String
    /// Absolute; packs stay there when `keepsData`.
    private let folder: String
    private let keepsData: Bool
    /// What is removed in the end unless data are kept.
    private let base: String
    private let server = Mutex<PackServer?>(nil)
    /// Of services beside the one, which must not outlive this.
    private let otherRoots = Mutex<[String]>([])

    init(
        programs: String, ownPrograms: String, packagePath: String, python: String, folder: String?, isQuick: Bool,
        rounds: Int
    ) throws(BenchError) {
        self.programs = URL(fileURLWithPath: programs).path
        self.ownPrograms = URL(fileURLWithPath: ownPrograms).path
        self.packagePath = URL(fileURLWithPath: packagePath).path
        self.python = python
        self.isQuick = isQuick
        self.rounds = max(1, rounds)
        keepsData = folder != nil
        let base = folder.map { URL(fileURLWithPath: $0).path } ?? NSTemporaryDirectory() + "bench-\(getpid())"
        self.base = base
        let parts = [base, isQuick ? "quick" : nil, folder == nil ? "\(UInt32.random(in: .min ... .max))" : nil]
        self.folder = parts.compactMap(\.self).joined(separator: "/")
        if folder == nil { try Self.spreadFolders(in: base) }
        for name in ["packs", "sources", "work"] { try makeFolder(name) }
        // A service that an interrupted run left would answer for this one.
        _ = try tool("ba", "service", "stop")
        try remove("service")
    }

    // MARK: Files

    func path(_ name: String) -> String { folder + "/" + name }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func makeFolder(_ name: String) throws(BenchError) {
        try Self.makeFolder(at: path(name))
    }

    private static func makeFolder(at path: String) throws(BenchError) {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    /// Has ext4 look for a place of its own, by its name, for a folder that is made in this one.
    ///
    /// Beside other folders it would take the places of files that were removed there, each of which it looks at for five
    /// minutes after: whoever has just run the tests, or this, would measure that, with us and with the peer.
    private static func spreadFolders(in folder: String) throws(BenchError) {
        try makeFolder(at: folder)
        let chattr = Program(
            executable: "chattr", arguments: ["+T", folder], environment: ProcessInfo.processInfo.environment,
            directory: folder)
        // Other file systems have no such flag, and need none.
        _ = try? chattr.run()
    }

    func write(_ text: String, to name: String) throws(BenchError) {
        do { try text.write(toFile: path(name), atomically: true, encoding: .utf8) } catch {
            throw .file(path: path(name), reason: "\(error)")
        }
    }

    func remove(_ name: String) throws(BenchError) {
        guard exists(name) else { return }
        do { try FileManager.default.removeItem(atPath: path(name)) } catch {
            throw .file(path: path(name), reason: "\(error)")
        }
    }

    /// The text of a file.
    static func text(at path: String) throws(BenchError) -> String {
        do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    /// The names in a folder, sorted.
    static func names(in path: String) throws(BenchError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    // MARK: Programs

    var environment: [String: String] {
        [
            "BACKGROUND_ASSETS_ROOT": path("service"), "XDG_DATA_HOME": path("data"), "LANG": "C.UTF-8",
            "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": programs + "/backgroundassetsd", "HOME": folder,
            "PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
        ]
    }

    func program(_ name: String, _ arguments: [String]) -> Program {
        Program(executable: name, arguments: arguments, environment: environment, directory: path("work"))
    }

    /// Runs one of the project's own tools.
    @discardableResult
    func tool(_ name: String, _ arguments: String...) throws(BenchError) -> Program.Outcome {
        try program(programs + "/" + name, arguments).run()
    }

    func programPath(_ name: String) -> String { programs + "/" + name }

    func ownProgramPath(_ name: String) -> String { ownPrograms + "/" + name }

    // MARK: Packs

    /// Makes `files` seeded files below `sources/NAME`, once: `file-0`, `file-1`, …, in the folder `prefix` of it.
    func makeSource(
        _ name: String, files: Int, size: Int, kind: SampleData.Kind, prefix: String = "",
        sizes: ((Int) -> Int)? = nil
    ) throws(BenchError) {
        let done = "sources/\(name).made"
        guard !exists(done) else { return }
        let folder = "sources/\(name)" + (prefix.isEmpty ? "" : "/" + prefix)
        try makeFolder(folder)
        let seed = name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
        for index in 0..<files {
            try SampleData.write(
                sizes?(index) ?? size, kind: kind, seed: seed &+ UInt64(index), to: path("\(folder)/file-\(index)"))
        }
        try write("", to: done)
    }

    /// Packs the folder `sources/SOURCE` as `id`, once. Returns the archive's size.
    @discardableResult
    func pack(
        _ id: String, source: String, compression: String, policy: String = #"{"onDemand": {}}"#
    ) throws(BenchError) -> Int64 {
        if !exists("packs/\(id).aar") {
            _ = try packing(id, source: source, compression: compression, policy: policy).run()
        }
        let path = path("packs/\(id).aar")
        do { return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 ?? 0 } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    /// The program that packs the folder.
    func packing(
        _ id: String, source: String, compression: String, policy: String = #"{"onDemand": {}}"#,
        into folder: String = "packs"
    ) throws(BenchError) -> Program {
        try write(
            """
            {"assetPackID": "\(id)", "downloadPolicy": \(policy), "platforms": [], "sourceRoot": "\(source)",
             "fileSelectors": [{"directory": "."}]}
            """, to: "sources/\(id).json")
        return program(
            programPath("ba-package"),
            ["-q", "--compression", compression, path("sources/\(id).json"), "-o", path("\(folder)/\(id).aar")])
    }

    // MARK: Service, server, app

    /// Serves all packs made so far to an app that is installed, and returns the server.
    func serve() throws(BenchError) -> PackServer {
        let packNames = try Self.names(in: path("packs"))
        if let running = server.withLock({ $0 }) {
            if running.packNames == packNames { return running }
            stopServer()
        }
        let started = try PackServer(bench: self, packNames: packNames)
        server.withLock { $0 = started }
        try tool("ba", "trust")
        try tool("ba", "url-override", started.url)
        if !exists("service/apps/\(Self.bundleID)") { try install() }
        try tool("ba", "pack", "check", Self.bundleID)
        return started
    }

    private func install() throws(BenchError) {
        try remove("work/Bench.app")
        let source = packagePath + "/Sources"
        try tool(
            "ba", "bundle", "--executable", ownPrograms + "/BenchGame", "--extension-executable",
            ownPrograms + "/BenchDownloader", "--info", source + "/BenchGame/Info.plist", "--extension-info",
            source + "/BenchDownloader/Info.plist", "-o", "Bench.app")
        try tool("ba", "install", "Bench.app")
    }

    /// Runs the app through the service, and decodes what it prints.
    func game(_ arguments: String...) throws(BenchError) -> GameAnswer { try game(arguments) }

    func game(_ arguments: [String]) throws(BenchError) -> GameAnswer {
        let outcome = try program(programPath("ba"), ["launch", Self.bundleID, "--"] + arguments).run()
        return try GameAnswer(outcome.output)
    }

    /// The running service.
    func service() throws(BenchError) -> ProcessProbe {
        let text = try tool("ba", "service", "status", "--json").output
        struct Status: Decodable { var processID: Int32 }
        do {
            return ProcessProbe(processID: try JSONDecoder().decode(Status.self, from: Data(text.utf8)).processID)
        } catch { throw .unexpected(what: "the answer of ba service status", found: "\(error): \(text)") }
    }

    /// Remembers that there may be a service with this root.
    func addRoot(_ path: String) { otherRoots.withLock { $0.append(path) } }

    /// Looks each millisecond, for at most 30 s, whether something has come about.
    static func wait(_ what: String, until isSo: () throws(BenchError) -> Bool) throws(BenchError) {
        try wait(what) { () throws(BenchError) -> Void? in try isSo() ? () : nil }
    }

    static func wait<Value>(_ what: String, for value: () throws(BenchError) -> Value?) throws(BenchError) -> Value {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            if let value = try value() { return value }
            guard ContinuousClock.now < deadline else {
                throw .unexpected(what: what, found: "nothing of it within 30 s")
            }
            usleep(1_000)
        }
    }

    // MARK: End

    /// Ends the server of the packs; `serve` starts it again.
    func stopServer() {
        server.withLock { server in
            server?.stop()
            server = nil
        }
    }

    func end() {
        stopServer()
        attempt {
            () throws(BenchError) in try tool("ba", "service", "stop")
        }
        for root in otherRoots.withLock({ $0 }) {
            attempt {
                () throws(BenchError) in
                var stop = program(programPath("ba"), ["service", "stop"])
                stop.environment["BACKGROUND_ASSETS_ROOT"] = root
                _ = try stop.run()
            }
        }
        attempt {
            () throws(BenchError) in
            let service = programPath("backgroundassetsd")
            try Self.wait("the services to end") { ProcessProbe.running(executableSuffix: service) == nil }
            guard !keepsData else { return try remove("service") }
            do { try FileManager.default.removeItem(atPath: base) } catch {
                throw .file(path: base, reason: "\(error)")
            }
        }
    }

    /// What does not come off at the end is told, and in the way of nothing.
    private func attempt(_ step: () throws(BenchError) -> Void) {
        do throws(BenchError) { try step() } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
        }
    }
}
