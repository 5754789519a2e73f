// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

@Suite(.timeLimit(.minutes(3)))
struct ExtensionSlotsTests {
    private static let other = "com.example.other"

    private func set(_ name: String, _ value: String, in world: ServiceWorld) async throws {
        _ = try await world.call(ControlInterface.SetSetting(name: name, value: value))
    }

    private func explanations(of bundleID: String, in world: ServiceWorld) async throws -> [Explanation] {
        try await world.call(DownloadsInterface.Explain(id: bundleID)).explanations
    }

    /// Has an end wait that only the extension of this app can take.
    private func end(_ name: String, of bundleID: String, in world: ServiceWorld) async throws {
        world.server.serve("/" + name, [1, 2, 3])
        var file = world.file(name)
        file.groupID = "group." + bundleID
        try await world.schedule(file, of: bundleID)
    }

    /// Has the extension of this app hear of an end, and not return.
    private func hang(_ bundleID: String, in world: ServiceWorld) async throws {
        try await end("Hang", of: bundleID, in: world)
        // It runs before that, too, to be asked whether the server is to be trusted.
        try await eventually {
            try await explanations(of: bundleID, in: world).contains { $0.reason.contains("is being told of it") }
        }
    }

    /// Has the extension of the first app take the only place and not return, and that of the other wait for its turn.
    private func waitForTurn(in world: ServiceWorld) async throws -> Explanation {
        try await world.install()
        try await world.installAnother(Self.other, hasExtension: true)
        try await set("concurrent-extensions", "1", in: world)
        try await hang(ServiceWorld.bundleID, in: world)
        try await end("one", of: Self.other, in: world)
        return try await world.wait {
            try await explanations(of: Self.other, in: world).first {
                $0.subject.hasPrefix("the extension") && $0.reason.contains("as may at a time (1)")
            }
        }
    }

    @Test("A7: no more extensions run at a time than may; one that waits for its turn says so, and has it")
    func turns() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await set("extension-run-time", "3600", in: world)
            let turn = try await waitForTurn(in: world)
            #expect(turn.subject == "the extension of \(Self.other)" && turn.state == "waiting")
            #expect(turn.since == world.clock.now)
            #expect(try world.extensionProcesses().count == 1)

            try await set("concurrent-extensions", "2", in: world)
            _ = try await world.wait {
                try await explanations(of: Self.other, in: world).map(\.state) == ["ready"] ? true : nil
            }
            #expect(try world.extensionProcesses().count == 1)
        }
    }

    @Test("A7: an extension that waits for its turn when the service ends does not keep it from that")
    func ending() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            _ = try await waitForTurn(in: world)
            try await world.restart()
            #expect(
                try await explanations(of: Self.other, in: world).contains { $0.reason.contains("nobody has taken") })
        }
    }

    @Test("B7: an installation does not wait for extensions that hear of ends") func installations() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.installAnother(Self.other, hasExtension: true)
            try await set("concurrent-extensions", "1", in: world)
            try await set("extension-run-time", "3600", in: world)
            try await hang(Self.other, in: world)
            try await world.publish("Tutorial", version: 1, text: "one", policy: .essential([.firstInstallation]))
            try await world.install()
            #expect(try await world.localVersion("Tutorial") == 1)
            let processes = try world.extensionProcesses()
            let states = processes.map { try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8) }
            #expect(processes.count == 1, "\(processes) \(states)")
        }
    }
}
