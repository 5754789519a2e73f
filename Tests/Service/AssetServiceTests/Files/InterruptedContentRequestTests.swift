// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Installations of an app that manages its assets itself, which are held up half-way and go on.
@Suite("Interrupted content requests", .timeLimit(.minutes(5))) struct InterruptedContentRequestTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            for name in ["s1", "s2", "s3"] { world.server.serve("/" + name, bytes) }
            try await body(world)
        }
    }

    /// Ends the service while an installation waits for `s1`, and starts it again: the extension is asked anew.
    ///
    /// - Returns: what the installation says of problems.
    private func goOnAfterARestart(_ world: ServiceWorld, asking files: [String], sizes: [String: Int] = [:])
        async throws -> String?
    {
        world.serveContent(["s1 essential", "s2 -"])
        world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
        let first = try world.registering()
        await world.server.wait { $0.stalledCount == 1 }
        world.serveContent(files, sizes: sizes)
        world.server.serve("/s1", bytes, faults: [.stall(after: 0)])
        try await world.restart()
        _ = try? await first.value
        let connection = try VarlinkConnection(path: world.location.socketPath)
        defer { connection.close() }
        var detail: String?
        var isStalled = true
        for try await progress in try connection.stream(
            AppsInterface.Watch.method, AppsInterface.Watch(bundleID: ServiceWorld.bundleID),
            returning: InstallationProgress.self)
        {
            detail = progress.detail
            guard isStalled, progress.phase == .downloadingAssets else { continue }
            // The first answer waits as well, for nobody.
            await world.server.wait { $0.stalledCount == 2 }
            world.server.release()
            isStalled = false
        }
        return detail
    }

    @Test("B3: what is queued already is no problem when the extension is asked anew") func askingAnew() async throws {
        try await with { world in
            #expect(try await goOnAfterARestart(world, asking: ["s1 essential", "s2 -", "s3 -"]) == nil)
            for name in ["s2", "s3"] { _ = try await world.wait { world.cached(name + ".finished") } }
        }
    }

    @Test("6: what an installation lacked before it went on is not told of it when it comes after all")
    func notesOfBefore() async throws {
        try await with { world in
            world.serveContent(["s1 essential", "s2 essential"])
            world.server.serve("/s1", [], finally: .status(404))
            world.server.serve("/s2", bytes, faults: [.stall(after: 50_000)])
            let first = try world.registering()
            _ = try await world.wait { () -> Explanation? in
                guard let told = try? await world.explain(ServiceWorld.bundleID) else { return nil }
                return told.first { $0.reason.contains("launchable without s1") }
            }
            // The other one may be asked for later than that.
            await world.server.wait { $0.stalledCount == 1 }
            world.server.serve("/s1", bytes, faults: [.stall(after: 0)])
            world.server.serve("/s2", bytes)
            try await world.restart()
            _ = try? await first.value
            await world.server.wait { $0.stalledCount == 2 }
            let told = try await world.wait {
                try await world.explain(ServiceWorld.bundleID).first { $0.subject == ServiceWorld.bundleID }
            }
            #expect(told.condition == .installing && !told.reason.contains("launchable without"), "\(told)")
            world.server.release()
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
            #expect(try await world.explain(ServiceWorld.bundleID).map(\.state) == ["ready"])
        }
    }

    /// Ends the service while an installation waits for `s1`, and starts it again as something keeps its extension from being
    /// asked.
    ///
    /// - Returns: whether the app could be launched before `s1` was here, and what the installation says of problems.
    private func goOnUnasked(
        _ world: ServiceWorld, _ hinder: () async throws -> Void
    ) async throws -> (tooEarly: Bool, detail: String?) {
        world.serveContent(["s1 essential", "s2 -"])
        world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
        let first = try world.registering()
        // What its server has sent may still be on its way.
        _ = try await world.wait { () -> FileRecord? in
            // Nor is the app known at first.
            guard let files = try? await world.files() else { return nil }
            return files.first { $0.file.identifier == "s1" && $0.completedBytes == 50_000 }
        }
        try await hinder()
        world.server.serve("/s1", bytes, finally: .stall(after: 0))
        try await world.restart()
        _ = try? await first.value
        let told = try await world.wait {
            try await world.explain(ServiceWorld.bundleID).first { $0.reason.contains("was not asked again") }
        }
        let tooEarly = await world.isLaunchable()
        #expect(told.condition == .installing, "\(told)")
        // The first answer waits as well, for nobody.
        await world.server.wait { $0.stalledCount == 2 }
        #expect(world.server.requests.last { $0.path == "/s1" }?.range == "bytes=50000-")
        world.server.release()
        // (Not by a launch: that waits for the extension, which may not run.)
        _ = try await world.wait { () -> Bool? in
            try await world.explain(ServiceWorld.bundleID).contains { $0.condition == .installing } ? nil : true
        }
        #expect(try await !world.files().contains { $0.file.identifier == "s1" })
        return (tooEarly, told.reason)
    }

    @Test("A11: what was chosen before a restart is waited for when the extension may not be asked again")
    func notAllowedToAsk() async throws {
        try await with { world in
            let (tooEarly, _) = try await goOnUnasked(world) {
                _ = try await world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "on"))
            }
            #expect(!tooEarly)
        }
    }

    @Test("A11: the same when its manifest is gone") func manifestIsGone() async throws {
        try await with { world in
            let (tooEarly, detail) = try await goOnUnasked(world) {
                world.server.serve("/content", [], finally: .status(404))
            }
            #expect(!tooEarly)
            #expect(detail?.contains("its manifest cannot be fetched") == true)
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }

    @Test("B3: what is queued as one that nobody waits for is waited for when it is essential now")
    func becomingEssential() async throws {
        try await with { world in
            let detail = try await goOnAfterARestart(world, asking: ["s1 essential", "s2 essential"])
            #expect(detail == nil)
            // The installation has ended: it is here by now.
            #expect(try await world.files().allSatisfy { $0.file.identifier != "s2" })
            #expect(world.server.requests.filter { $0.path == "/s2" }.count == 1)
            _ = try await world.wait { world.cached("s2.finished") }
        }
    }

    @Test("B3: a transfer that goes on becomes essential from where it is") func goingOnAsEssential() async throws {
        try await with { world in
            world.serveContent(["s2 -"])
            world.server.serve("/s2", bytes, faults: [.stall(after: 50_000)])
            try await world.install()
            _ = try await world.wait {
                try await world.files().first { $0.file.identifier == "s2" && $0.completedBytes == 50_000 }
            }
            world.serveContent(["s2 essential"])
            world.server.serve("/s2", bytes, faults: [.stall(after: 10)])
            _ = try await world.call(ControlInterface.SetSetting(name: "developer-mode", value: "on"))
            _ = try await world.call(DebugInterface.Simulate(bundleID: ServiceWorld.bundleID, event: .appUpdate))
            // The first answer waits as well, for nobody.
            await world.server.wait { $0.stalledCount == 2 }
            #expect(try await world.files().map(\.file.essential) == [true])
            #expect(world.server.requests.last { $0.path == "/s2" }?.range == "bytes=50000-")
            world.server.release()
            _ = try await world.wait { world.cached("s2.finished") }
        }
    }

    @Test("B3: another file under a name that is queued already is told") func askingForAnother() async throws {
        try await with { world in
            let detail = try await goOnAfterARestart(world, asking: ["s1 essential", "s2 -"], sizes: ["s2": 99_999])
            #expect(detail?.contains("\"s2\"") == true && detail?.contains("is scheduled already") == true)
        }
    }

    @Test("B3: an installation can be paused, goes on after a restart of the service, and can be cancelled")
    func pausing() async throws {
        try await with { world in
            world.serveContent(["s1 essential", "s2 -"])
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
            let first = try world.registering()
            _ = try await world.wait {
                try await world.files(of: nil).first { $0.file.identifier == "s1" && $0.completedBytes == 50_000 }
            }
            func control(_ action: AppsInterface.ControlInstallation.Action) async throws {
                _ = try await world.call(
                    AppsInterface.ControlInstallation(
                        bundleID: ServiceWorld.bundleID, action: action, callID: UUID().uuidString))
            }
            try await control(.pause)
            #expect(try await world.files().first { $0.file.identifier == "s1" }?.state == .paused)
            try await world.restart()
            _ = try? await first.value
            world.server.serve("/s1", bytes, faults: [.stall(after: 0)])
            try await control(.resume)
            // The first answer waits as well, for nobody.
            await world.server.wait { $0.stalledCount == 2 }
            #expect(world.server.requests.last { $0.path == "/s1" }?.range != nil)
            try await control(.cancel)
            // Nor does anything come that was to come in the background.
            #expect(try await world.files(of: nil) == [])
            #expect(!world.server.requests.contains { $0.path == "/s2" })
            #expect(await !world.isLaunchable())
            world.server.release()
            // What is left of the first try is in nobody's way.
            world.server.serve("/s1", bytes)
            #expect(try await world.registering().value?.phase == .finished)
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }
}
