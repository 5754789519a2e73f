// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import SystemPackage
import SystemSupport
import ToolSupport

@testable import ControlCommands

/// A folder, a scripted service and a command line for one test.
struct ToolSession: Sendable {
    struct Outcome: Sendable {
        var status: Int32
        var output: String
        var error: String

        /// What was printed for programs; nil when that is no JSON.
        var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8)) }
    }

    /// An empty folder that commands run in.
    let folder: String
    let peer: ScriptedPeer
    let errors = OutputCollector()
    private let outputs = OutputCollector()
    private let location: ServiceLocation
    private let images = ImageRecord()
    private let interruptions = AsyncStream<Void>.makeStream()

    /// Runs `body` with a session, and removes everything after it.
    static func with<Result: Sendable>(_ body: (ToolSession) async throws -> Result) async throws -> Result {
        let folder = "/tmp/ctl-\(UInt32.random(in: .min ... .max))"
        try Directory.createFolders(folder + "/state/run")
        try Directory.createFolders(folder + "/work")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try ToolSession(folder: folder)
        defer { session.peer.stop() }
        return try await body(session)
    }

    private init(folder: String) throws {
        self.folder = folder + "/work"
        location = ServiceLocation(root: folder + "/state")
        peer = try ScriptedPeer(path: location.socketPath)
    }

    /// A connection to the peer by itself, which has this long to answer.
    func connection(patience: Duration) throws -> ServiceConnection {
        try ServiceConnection(
            environment: ["HOME": folder, ServiceLocation.rootVariable: location.root], startingService: false,
            patience: patience)
    }

    /// Runs `ba` with these arguments, once a session: its outputs end with it.
    func run(_ arguments: String..., environment: [String: String] = [:]) async -> Outcome {
        await run(arguments, environment: environment)
    }

    /// - `ask`: what a person at the terminal answers; nil without a terminal.
    func run(
        _ arguments: [String], environment: [String: String] = [:],
        ask: (@Sendable (String) async -> String?)? = nil
    ) async -> Outcome {
        var variables = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder,
            ServiceLocation.rootVariable: location.root,
        ]
        variables.merge(environment) { _, new in new }
        let settled = variables
        let images = images
        let stream = interruptions.stream
        let context = ControlContext(
            console: Console(output: outputs.writingEnd, error: errors.writingEnd), environment: settled,
            directory: folder, patience: .zero,
            connect: { starting throws(ControlError) in
                try ServiceConnection(environment: settled, startingService: false)
            },
            replaceProcess: { image throws(ControlError) in try images.append(image) },
            interruptions: { stream }, ask: ask)
        let status = await ControlContext.$current.withValue(context) {
            await ToolRunner.status(of: BackgroundAssetsTool.self, arguments: arguments, console: context.console)
        }
        return Outcome(status: status, output: await outputs.finish(), error: await errors.finish())
    }

    /// A program is gone when a command wants to become it.
    func remove(_ executable: String) { images.gone.withLock { _ = $0.insert(executable) } }

    /// What commands wanted to become.
    var processImages: [ProcessImage] { images.all }

    /// Presses Ctrl-C.
    func interrupt() { interruptions.continuation.yield() }

    /// Writes a file below the folder and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: UTF8.self)
    }
}

/// The process images that commands handed over.
private final class ImageRecord: Sendable {
    private let images = Mutex<[ProcessImage]>([])

    /// Programs that are gone when they are to be run.
    let gone = Mutex<Set<String>>([])

    func append(_ image: ProcessImage) throws(ControlError) {
        images.withLock { $0.append(image) }
        guard gone.withLock({ !$0.contains(image.executable) }) else {
            throw .file(SystemError(errno: .noSuchFileOrDirectory, operation: "run", subject: image.executable))
        }
    }

    var all: [ProcessImage] { images.withLock { $0 } }
}
