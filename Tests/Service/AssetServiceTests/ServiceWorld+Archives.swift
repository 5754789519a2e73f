// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Varlink

/// The app as an archive on the server, from which it is installed and updated.
extension ServiceWorld {
    static let archive = "/Game.tar"

    /// Puts the app on the server, in place of what was there.
    ///
    /// - `build`: its CFBundleVersion.
    /// - `size`: bytes of a file behind all others.
    func serveApp(
        build: Int, bundleID: String = ServiceWorld.bundleID, size: Int = 0, faults: [Fault] = [],
        finally: Fault = .none
    ) throws {
        let bytes = try appArchive(build: build, bundleID: bundleID, size: size)
        server.serve(Self.archive, bytes, faults: faults, finally: finally)
    }

    /// The app as a tar.
    func appArchive(
        build: Int, bundleID: String = ServiceWorld.bundleID, group: String = ServiceWorld.groupID, size: Int = 0
    ) throws -> [UInt8] {
        var tar = TarSample()
        let appex = "Extensions/Downloader.appex"
        for path in ["Info.plist", "Game", appex + "/Info.plist", appex + "/Downloader"] {
            var data = try Data(contentsOf: URL(fileURLWithPath: folder.path("Game.app/" + path)))
            if path.hasSuffix("Info.plist") {
                let text = String(decoding: data, as: UTF8.self)
                data = Data(
                    text.replacing(
                        "<key>CFBundleVersion</key><string>1</string>",
                        with: "<key>CFBundleVersion</key><string>\(build)</string>"
                    ).replacing(">\(Self.bundleID)", with: ">\(bundleID)")
                        .replacing(">\(Self.groupID)", with: ">\(group)").utf8)
            }
            tar.add("Game.app/" + path, Array(data), mode: path.hasSuffix("plist") ? 0o644 : 0o755)
        }
        tar.add("Game.app/data.bin", SampleApp.noise(size, seed: UInt64(build)))
        return tar.bytes
    }

    /// Installs the app from the server.
    @discardableResult func installFromServer() async throws -> InstallationProgress? {
        try await last(
            of: AppsInterface.Install(
                source: server.url(Self.archive), allowDowngrade: false, callID: UUID().uuidString))
    }

    /// Begins to install the app, on a connection of its own.
    ///
    /// - `source`: nil for the server.
    /// - Returns: when the first progress is there, a task that ends with the installation, and says which app it was.
    func installing(callID: String, source: String? = nil) async throws -> Task<String?, any Error> {
        let connection = try VarlinkConnection(path: location.socketPath)
        let call = AppsInterface.Install(
            source: source ?? server.url(Self.archive), allowDowngrade: false, callID: callID)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer {
                beginning.finish()
                connection.close()
            }
            var last: InstallationProgress?
            for try await reply in try connection.stream(
                AppsInterface.Install.method, call, returning: InstallationProgress.self)
            {
                last = reply
                beginning.yield()
            }
            return last?.phase == .finished ? last?.bundleID : nil
        }
        for await _ in begun { break }
        return task
    }

    /// The end of an installation, as a repeat of its call gets it.
    func lastWord(_ callID: String) async throws -> InstallationProgress? {
        try await last(
            of: AppsInterface.Install(source: server.url(Self.archive), allowDowngrade: false, callID: callID))
    }

    /// Begins to uninstall the app, on a connection of its own.
    func uninstalling() async throws -> Task<AppsInterface.Uninstall.Reply, any Error> {
        let connection = try VarlinkConnection(path: location.socketPath)
        let call = AppsInterface.Uninstall(bundleID: Self.bundleID, keepData: false, callID: "uninstall")
        let task = Task {
            defer { connection.close() }
            let reply = try await connection.call(
                AppsInterface.Uninstall.method, call, returning: AppsInterface.Uninstall.Reply.self)
            return reply
        }
        return task
    }

    /// Updates the app as `ba update` does.
    func updateApp() async throws -> InstallationProgress? {
        try await last(of: AppsInterface.Update(bundleID: Self.bundleID, callID: UUID().uuidString))
    }

    /// Begins to update the app, on a connection of its own.
    func updating() async throws -> Task<InstallationProgress?, any Error> {
        let connection = try VarlinkConnection(path: location.socketPath)
        let call = AppsInterface.Update(bundleID: Self.bundleID, callID: UUID().uuidString)
        return Task {
            defer { connection.close() }
            var last: InstallationProgress?
            for try await reply in try connection.stream(
                AppsInterface.Update.method, call, returning: InstallationProgress.self)
            { last = reply }
            return last
        }
    }

    /// The CFBundleVersion that is launched.
    func build() async throws -> String? { try await call(AppsInterface.List()).apps.first?.build }
    /// How much of the installation or update of the only app is there, from 0 to 1.
    func fraction() async throws -> Double? { try await call(AppsInterface.List()).apps.first?.fraction }

    func waitForBuild(_ build: String) async throws {
        _ = try await wait { () -> Bool? in
            guard let app = try await call(AppsInterface.List()).apps.first else { return nil }
            return app.build == build && app.state == .ready ? true : nil
        }
    }

    /// The methods of the requests for the archive so far.
    var archiveRequests: [String] { server.requests.filter { $0.path == Self.archive }.map(\.method) }

    private func last<Method: ServiceMethod>(of method: Method) async throws -> Method.Reply? {
        var last: Method.Reply?
        try await stream(method) { last = $0 }
        return last
    }
}
