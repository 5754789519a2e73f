// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The service is killed amid the transfers of a background session.
@Suite(.timeLimit(.minutes(2))) struct KilledSessionTests {
    private static let bundleID = "com.example.errands"
    private static let bytes = [UInt8](repeating: 0x61, count: 300_000)

    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world in
            var world = world
            world.additions["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + world.folder.path("no-bus")
            try await FaultServer.with { server in
                try world.folder.write(Array(server.authorityPEM.utf8), to: "authority.pem")
                try world.folder.write("", to: "said")
                try world.folder.write(
                    """
                    <plist version="1.0"><dict>
                    <key>CFBundleIdentifier</key><string>\(Self.bundleID)</string>
                    <key>CFBundleExecutable</key><string>FixtureSessions</string>
                    <key>CFBundleName</key><string>Errands</string>
                    <key>CFBundleShortVersionString</key><string>1.0</string>
                    <key>CFBundleVersion</key><string>1</string>
                    </dict></plist>
                    """, to: "Info.plist")
                try await expectSuccess(world.ba("trust", world.folder.path("authority.pem")))
                try await expectSuccess(world.ba("settings", "developer-mode", "on"))
                try await expectSuccess(
                    world.ba(
                        "bundle", "--executable", ProgramRun.programs + "/FixtureSessions", "--info",
                        world.folder.path("Info.plist"), "-o", world.folder.path("Errands.app")))
                try await expectSuccess(world.ba("register", world.folder.path("Errands.app")))
                try await body(world, server)
                server.release()
                _ = try await world.ba("quit", Self.bundleID)
            }
        }
    }

    private func said(_ world: World) -> [String] {
        let text = (try? String(contentsOfFile: world.folder.path("said"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    @Test("D4: what has come is not fetched again, and the app is woken for it") func killed() async throws {
        try await with { world, server in
            server.serve("/large", Self.bytes, entityTag: "\"one\"", faults: [.stall(after: 200_000)])
            try await expectSuccess(world.ba("launch", Self.bundleID, "--", "leave \(server.url("/large"))"))
            await server.wait { $0.stalledCount == 1 }
            // What was sent has arrived.
            _ = try await world.wait("what the server has sent") {
                let run = try await world.ba("sessions", Self.bundleID, "--json")
                let tasks = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
                return (tasks.first?["receivedBytes"] as? Int) ?? 0 >= 200_000 ? true : nil
            }
            try await world.killService()
            server.release()
            // Whoever comes starts it again; it goes on by itself.
            try await expectSuccess(world.ba("sessions"))
            let words = try await world.wait("the app to be woken") {
                let words = said(world)
                return words.contains("finished events of isStormy") ? words : nil
            }
            #expect(words.contains("downloaded " + String(repeating: "a", count: Self.bytes.count)))
            let ranges = server.requests.filter { $0.path == "/large" }.map(\.range)
            #expect(ranges.count == 2 && ranges[0] == nil && ranges[1]?.hasPrefix("bytes=") == true, "\(ranges)")
        }
    }
}
