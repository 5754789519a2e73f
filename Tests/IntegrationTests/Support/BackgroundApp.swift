// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// An app of the fixtures that does things in the background, registered in a world of its own. It says in the file `said` what happens to it.
struct BackgroundApp {
    static let bundleID = "com.example.errands"

    let world: World
    let server: FaultServer
    private let program: String

    /// - `program`: of the fixtures.
    /// - `keys`: of its Info.plist, beside those that every app has.
    /// - `prepare`: done before the service is started.
    static func with(
        program: String, keys: String = "", prepare: (inout World) throws -> Void = { _ in },
        _ body: (BackgroundApp) async throws -> Void
    ) async throws {
        try await World.with { world in
            try prepare(&world)
            world.additions["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + world.folder.path("no-bus")
            try await FaultServer.with { server in
                let app = BackgroundApp(world: world, server: server, program: program)
                try await app.register(keys)
                try await body(app)
                server.release()
                _ = try await world.ba("quit", bundleID)
            }
        }
    }

    private func register(_ keys: String) async throws {
        try world.folder.write(Array(server.authorityPEM.utf8), to: "authority.pem")
        try world.folder.write("", to: "said")
        try world.folder.write(
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(Self.bundleID)</string>
            <key>CFBundleExecutable</key><string>\(program)</string>
            <key>CFBundleName</key><string>Errands</string>
            <key>CFBundleShortVersionString</key><string>1.0</string>
            <key>CFBundleVersion</key><string>1</string>
            \(keys)
            </dict></plist>
            """, to: "Info.plist")
        try await expectSuccess(world.ba("trust", world.folder.path("authority.pem")))
        try await expectSuccess(world.ba("settings", "developer-mode", "on"))
        try await expectSuccess(
            world.ba(
                "bundle", "--executable", ProgramRun.programs + "/" + program, "--info",
                world.folder.path("Info.plist"), "-o", world.folder.path("Errands.app")))
        try await expectSuccess(world.ba("register", world.folder.path("Errands.app")))
    }

    /// What has happened to it, the first first.
    func said() -> [String] {
        let text = (try? String(contentsOfFile: world.folder.path("said"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// What a command of `ba` lists as JSON.
    func list(_ arguments: String...) async throws -> [[String: Any]] {
        let run = try expectSuccess(try await world.run("ba", arguments + ["--json"]))
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
    }
}
