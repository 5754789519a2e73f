// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Examples/Stormy as it is, which `scripts/test.sh` builds before, with a world to be in and a weather server.
struct StormyExample {
    static let bundleID = "com.example.stormy"
    private static let folder =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path + "/Examples/Stormy"

    let world: World
    let server: FaultServer

    /// - `bus`: the address of the session bus; nil for none.
    static func with(bus: String? = nil, in world: World, _ body: (StormyExample) async throws -> Void) async throws {
        var world = world
        world.additions["DBUS_SESSION_BUS_ADDRESS"] = bus ?? "unix:path=" + world.folder.path("no-bus")
        world.additions["XDG_CONFIG_HOME"] = world.folder.path("home")
        world.additions["XDG_CACHE_HOME"] = world.folder.path("caches")
        try await FaultServer.with { server in
            try world.folder.write(Array(server.authorityPEM.utf8), to: "authority.pem")
            try await expectSuccess(world.ba("trust", world.folder.path("authority.pem")))
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            server.serve("/photo", [], contentType: "text/plain")
            let example = StormyExample(world: world, server: server)
            try await body(example)
            server.release()
            _ = try await world.ba("quit", bundleID)
        }
    }

    /// Makes the bundle, and registers it.
    func register(build: Int = 1, ignoresCancellation: Bool = false) async throws {
        let plist = try String(contentsOfFile: Self.folder + "/Sources/Stormy/Info.plist", encoding: .utf8)
            .replacing("https://localhost:8446", with: server.url(""))
            .replacing("<string>1</string>", with: "<string>\(build)</string>")
            .replacing("<false/>", with: ignoresCancellation ? "<true/>" : "<false/>")
        try world.folder.write(plist, to: "Info.plist")
        try? FileManager.default.removeItem(atPath: world.folder.path("Stormy.app"))
        try await expectSuccess(
            world.ba(
                "bundle", "--executable", Self.folder + "/.build/debug/Stormy", "--info",
                world.folder.path("Info.plist"), "-o", world.folder.path("Stormy.app")))
        try await expectSuccess(world.ba("register", world.folder.path("Stormy.app")))
    }

    /// A person opens it, agrees to notifications, and does something else.
    func optIn() async throws {
        try await world.withProgram("ba", ["launch", Self.bundleID]) { _ in try await waitForNoon() }
        _ = try await world.ba("quit", Self.bundleID)
        try await waitUntilGone()
    }

    func serve(_ weather: String, _ faults: [Fault] = []) {
        server.serve("/now", Array(weather.utf8), contentType: "text/plain", faults: faults)
    }

    /// How often the server was asked for the weather.
    var asked: Int { server.requests.count { $0.path == "/now" } }

    func advance(_ time: String) async throws { try await expectSuccess(world.ba("service", "advance", time)) }

    func notifications() async throws -> String {
        try await world.ba("notifications", Self.bundleID).output
    }

    func waitForNotification(_ text: String) async throws {
        try await eventually { try await notifications().contains(text) }
    }

    /// What became of the task at noon, the first first.
    func history() async throws -> [String] {
        let run = try expectSuccess(try await world.ba("task", "history", Self.bundleID, "--json"))
        let entries = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        return entries.filter { $0["identifier"] as? String == "StormyNoon" }
            .compactMap { $0["event"] as? String }
    }

    func waitForHistory(_ event: String, count: Int = 1) async throws {
        try await eventually { try await history().count { $0 == event } >= count }
    }

    /// The next noon is asked for.
    func waitForNoon() async throws {
        try await eventually {
            try await world.ba("tasks", Self.bundleID).output.split(separator: "\n")
                .contains { $0.contains("StormyNoon") && $0.contains("waiting") }
        }
    }

    func processes() throws -> [pid_t] { try world.processes(of: "Stormy") }

    func waitUntilGone() async throws { try await eventually { try processes().isEmpty } }
}
