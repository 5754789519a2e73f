// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A device with its own service, on which an app of a host is.
struct HostedDevice {
    static let bundleID = "com.example.game"
    private let folder: TemporaryFolder

    private var environment: [String: String] {
        [
            "BACKGROUND_ASSETS_ROOT": folder.path("device"), "XDG_DATA_HOME": folder.path("data"), "LANG": "C.UTF-8",
            "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": ProgramRun.programs + "/backgroundassetsd",
        ]
    }

    /// Runs `body` with a device that trusts the host.
    static func with(_ host: ServingHost, _ body: (HostedDevice) async throws -> Void) async throws {
        let device = HostedDevice(folder: host.folder)
        do {
            try await device.ba("trust", host.folder.path("host/identity/ca.pem"))
            try await body(device)
        } catch {
            _ = try? await device.ba("service", "stop")
            throw error
        }
        try await device.ba("service", "stop")
    }

    /// - Throws: when it does not end well.
    @discardableResult func ba(_ arguments: String...) async throws -> ProgramRun { try await ba(arguments) }

    @discardableResult private func ba(_ arguments: [String]) async throws -> ProgramRun {
        let run = try await run(arguments)
        try #require(run.status == 0, "\(arguments): \(run.output)\(run.errors)")
        return run
    }

    /// Runs `ba`, however that ends.
    func run(_ arguments: String...) async throws -> ProgramRun { try await run(arguments) }

    private func run(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun.run("ba", arguments, environment: environment, directory: folder.path)
    }

    /// Makes the app as it is built for a context of the host, and installs it.
    ///
    /// - `token`: what the host is shown.
    func install(from host: ServingHost, context: String, build: Int = 1, token: String? = nil) async throws {
        try await makeApp(host: "\(host.url)/apps/\(Self.bundleID)/\(context)", build: build, token: token)
        try await ba("install", folder.path("Game.app"))
    }

    /// Makes the app as it is uploaded: a compressed archive.
    ///
    /// - Returns: its path in the folder of the test.
    func makeArchive(build: Int = 1) async throws -> String {
        try await makeApp(host: nil, build: build)
        let run = try await ProgramRun.run(
            "/bin/tar", ["-C", folder.path, "-czf", folder.path("Game.tar.gz"), "Game.app"])
        try #require(run.status == 0, "\(run.errors)")
        return "Game.tar.gz"
    }

    private func makeApp(host: String?, build: Int, token: String? = nil) async throws {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(Self.bundleID)</string>
            <key>CFBundleExecutable</key><string>FixtureGame</string>
            <key>CFBundleShortVersionString</key><string>1.0</string>
            <key>CFBundleVersion</key><string>\(build)</string>
            <key>BAHasManagedAssetPacks</key><true/><key>BAUsesAppleHosting</key><true/>
            <key>BAAppGroupID</key><string>group.com.example.game</string>
            </dict></plist>
            """, to: "Info.plist")
        if FileManager.default.fileExists(atPath: folder.path("Game.app")) {
            try FileManager.default.removeItem(atPath: folder.path("Game.app"))
        }
        var arguments = [
            "bundle", "--executable", ProgramRun.programs + "/FixtureGame", "--extension-executable",
            ProgramRun.programs + "/FixtureDownloader", "--info", folder.path("Info.plist"), "-o",
            folder.path("Game.app"),
        ]
        if let host { arguments += ["--host", host] }
        if let token { arguments += ["--token-file", try folder.write(token + "\n", to: "token")] }
        try await ba(arguments)
    }

    /// Bytes that have arrived of what is being downloaded.
    var downloadedBytes: Int {
        get async throws {
            let run = try await ba("downloads", "--json")
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let records =
                (object as? [String: Any])?["downloads"] as? [[String: Any]] ?? object as? [[String: Any]] ?? []
            return records.reduce(0) { $0 + ($1["completedBytes"] as? Int ?? 0) }
        }
    }

    /// The version of a pack that is on the device; nil for none.
    func localVersion(_ packID: String) async throws -> Int? {
        let run = try await ba("packs", Self.bundleID, "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let records = (object as? [String: Any])?["packs"] as? [[String: Any]] ?? object as? [[String: Any]] ?? []
        return records.first { $0["id"] as? String == packID }?["localVersion"] as? Int
    }

    /// A file of a pack that is on the device.
    func text(of path: String, in packID: String, version: Int) throws -> String {
        try String(
            contentsOfFile: folder.path("device/packs/\(Self.bundleID)/\(packID)/\(version)/Contents/\(path)"),
            encoding: .utf8)
    }
}
