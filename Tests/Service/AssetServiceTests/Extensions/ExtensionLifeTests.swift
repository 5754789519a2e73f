// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import Glibc
import ServiceInterface
import Testing

@testable import AssetService

/// What an extension does in its entry points, and what becomes of it: a real service, server and extension.
@Suite("Lives of extensions", .timeLimit(.minutes(5))) struct ExtensionLifeTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            for name in ["Control", "Hold", "State1", "State2", "v1", "v2", "v3"] {
                world.server.serve("/" + name, bytes)
            }
            try await body(world)
        }
    }

    /// Waits until the service says that an extension was ended because its run time was used up.
    private func waitForTheEndOfItsTime(_ world: ServiceWorld) async throws {
        _ = try await world.wait {
            try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
                .first { $0.state == "failed" && $0.reason.contains("run time of 4 s was used up") }
        }
        _ = try await world.wait { try world.extensionProcesses().isEmpty ? true : nil }
    }

    @Test("B11: run time counts while an extension waits for exclusive control") func pendingControl() async throws {
        try await with { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "4"))
            let hold = ExclusiveControlTests.Hold()
            hold.take(try await world.manager())
            _ = try await world.wait { hold.hasBegun ? true : nil }
            defer { hold.end() }
            try await world.schedule(world.file("Control"))
            _ = try await world.wait { world.cached("Control.woken") }
            try await waitForTheEndOfItsTime(world)
            #expect(world.cached("Control.finished") == nil)
        }
    }

    @Test("B11: run time counts while an extension has exclusive control") func heldControl() async throws {
        try await with { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "4"))
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            try #require(mkfifo(world.caches + "/gate", 0o600) == 0)
            try await world.schedule(world.file("Hold"))
            #expect(try await world.wait { world.cached("Hold.holding") } == "true")
            try await waitForTheEndOfItsTime(world)
            // Its control has ended with it.
            try await world.manager().withExclusiveControl {}
        }
    }

    @Test("B11: no state survives between two runs of an extension") func noState() async throws {
        try await with { world in
            for name in ["State1", "State2"] {
                try await world.schedule(world.file(name))
                #expect(try await world.wait { world.cached(name + ".count") } == "1")
                try await world.waitForNoEndings()
                _ = try await world.wait { try world.extensionProcesses().isEmpty ? true : nil }
            }
        }
    }

    @Test("A15: an extension schedules from the entry point for challenges") func schedulingFromAChallenge()
        async throws
    {
        try await with { world in
            let password = "Basic " + Data("extension:hUsH".utf8).base64EncodedString()
            world.server.serve(
                "/Scheduling", bytes,
                finally: .status(401, headers: [("WWW-Authenticate", "Basic realm=\"vault\"")])
                    .unless("Authorization", password))
            world.server.serve("/another", bytes)
            try await world.schedule(world.file("Scheduling"))
            for name in ["Scheduling", "another"] { _ = try await world.wait { world.cached(name + ".finished") } }
            #expect(world.cached("Scheduling.scheduled") == "-1")
        }
    }

    @Test("A15: a second catalog comes while the first one's videos are queued: what is new is added to them")
    func secondCatalog() async throws {
        try await with { world in
            func serve(_ catalog: String, _ videos: [String]) {
                let lines = videos.map { "\($0) \(world.server.url("/" + $0)) 100000 -" }
                world.server.serve("/" + catalog, Array(lines.joined(separator: "\n").utf8))
            }
            for name in ["v1", "v2"] { world.server.serve("/" + name, bytes, faults: [.stall(after: 0)]) }
            serve("Catalog1", ["v1", "v2"])
            serve("Catalog2", ["v2", "v3"])
            try await world.schedule(world.file("Catalog1"))
            #expect(try await world.wait { world.cached("Catalog1.report") } == "v1 -1\nv2 -1")
            await world.server.wait { $0.stalledCount == 2 }
            try await world.schedule(world.file("Catalog2"))
            let scheduled = BAErrorCode.downloadAlreadyScheduled.rawValue
            #expect(try await world.wait { world.cached("Catalog2.report") } == "v2 \(scheduled)\nv3 -1")
            world.server.release()
            for name in ["v1", "v2", "v3"] { _ = try await world.wait { world.cached(name + ".finished") } }
            #expect(world.server.requests.filter { $0.path == "/v2" }.count == 1)
        }
    }
}
