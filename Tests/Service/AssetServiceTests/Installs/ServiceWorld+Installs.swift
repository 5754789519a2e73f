// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BundleSigning
import Foundation
import ServiceInterface
import SystemSupport
import Varlink

/// An installation as a caller sees it that is asked for consent.
final class Asking: Sendable {
    let connection: VarlinkConnection
    /// The progress that it first waited at.
    let question: InstallationProgress
    private let task: Task<InstallationProgress?, any Error>

    fileprivate init(
        _ connection: VarlinkConnection, _ question: InstallationProgress,
        _ task: Task<InstallationProgress?, any Error>
    ) {
        self.connection = connection
        self.question = question
        self.task = task
    }

    /// The last message.
    func end() async throws -> InstallationProgress? { try await task.value }

    /// Goes away without an answer.
    func leave() { connection.close() }
}

extension ServiceWorld {
    var bundlePath: String { folder.path("Game.app") }

    /// Sizes that an app names, as keys of its Info.plist.
    static func sizes(_ assets: Int, essential: Int) -> String {
        """
        <key>BAMaxInstallSize</key><integer>\(assets)</integer>
        <key>BAEssentialMaxInstallSize</key><integer>\(essential)</integer>
        """
    }

    /// Changes the app's Info.plist.
    func changeInfo(_ old: String, to new: String) throws {
        let path = bundlePath + "/Info.plist"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Gives the app another CFBundleVersion.
    func setBuild(_ build: Int, from old: Int = 1) throws {
        try changeInfo(
            "<key>CFBundleVersion</key><string>\(old)</string>",
            to: "<key>CFBundleVersion</key><string>\(build)</string>")
    }

    @discardableResult func sign(_ key: TeamKey) throws -> BundleSigner.Result {
        try BundleSigner(key: key).sign(bundleAt: bundlePath)
    }

    /// Packs the bundle as it is now, and returns the archive's bytes.
    func archiveOfBundle() async throws -> [UInt8] {
        let path = folder.path("made.tar")
        let run = try await ProgramRun.run("/usr/bin/env", ["tar", "-C", folder.path, "-cf", path, "Game.app"])
        guard run.status == 0 else { throw CancellationError() }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Installs, and returns the last message.
    func installing(
        _ source: String? = nil, consent: InstallConsent?, callID: String = UUID().uuidString
    ) async throws -> InstallationProgress? {
        var last: InstallationProgress?
        let call = AppsInterface.Install(
            source: source ?? bundlePath, allowDowngrade: false, callID: callID, consent: consent)
        try await stream(call) { last = $0 }
        return last
    }

    /// Installs with a caller that can be asked, and returns when it is.
    func asking(_ source: String? = nil, callID: String = UUID().uuidString) async throws -> Asking {
        let call = AppsInterface.Install(
            source: source ?? bundlePath, allowDowngrade: false, callID: callID, consent: .asked)
        return try await asking(call)
    }

    func asking<Method: ServiceMethod>(_ call: Method) async throws -> Asking
    where Method.Reply == InstallationProgress {
        let connection = try VarlinkConnection(path: location.socketPath)
        let (questions, posed) = AsyncStream.makeStream(of: InstallationProgress.self)
        let task = Task {
            defer {
                posed.finish()
                connection.close()
            }
            var last: InstallationProgress?
            for try await reply in try connection.stream(Method.method, call, returning: InstallationProgress.self) {
                last = reply
                if reply.phase == .awaitingConsent { posed.yield(reply) }
            }
            return last
        }
        for await question in questions { return Asking(connection, question, task) }
        // It ended without a question.
        throw ServiceError(.internalError, "nobody was asked: \(String(describing: try await task.value))")
    }

    /// What the service refuses to do; nil when it does it.
    func refusal<Value>(_ body: () async throws -> Value) async throws -> ServiceError? {
        do { _ = try await body() } catch let error as ServiceError { return error } catch let error as VarlinkError {
            return ServiceError(error)
        }
        return nil
    }

    func answer(_ action: AppsInterface.ControlInstallation.Action) async throws {
        _ = try await call(AppsInterface.ControlInstallation(bundleID: Self.bundleID, action: action))
    }

    /// What there is of apps on disk, and of what is being fetched.
    func remains() throws -> [String] {
        try ["apps", "spool"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).filter { $0.first != "." }
        }
    }

    func waitUntilNothingIsLeft() async throws {
        _ = try await wait { () -> Bool? in
            let apps = try await call(AppsInterface.List()).apps
            return try apps.isEmpty && remains().isEmpty ? true : nil
        }
    }

    func apps() async throws -> [AppRecord] { try await call(AppsInterface.List()).apps }
}
