// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

/// Since when something waits: since its reason is there, and not since it was asked for.
@Suite("Explained times", .timeLimit(.minutes(5))) struct ExplainedTimesTests {
    private static let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    /// Two downloads, of which one place has the first, that does not go on.
    private func withTwo(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            world.server.serve("/s1", Self.bytes, finally: .stall(after: 0))
            world.server.serve("/s2", Self.bytes)
            try await world.install()
            try await world.set("concurrent-transfers", "1")
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            // The older one has the place: of two of one moment that would be either.
            world.clock.advance(by: 0.5)
            try await world.schedule(world.file("s2"))
            _ = try await world.told("s2", .behindDownloads, because: "behind 1 other download")
            world.clock.advance(by: 2)
            try await body(world)
            world.server.release()
        }
    }

    private func control(
        _ id: String, _ action: DownloadsInterface.ControlDownload.Action, in world: ServiceWorld
    ) async throws {
        _ = try await world.call(
            DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: id, action: action))
    }

    @Test("Paused: since then, over a restart of the service; and resumed it waits anew") func paused() async throws {
        try await withTwo { world in
            let pausedAt = world.clock.now
            try await control("s2", .pause, in: world)
            world.clock.advance(by: 3)
            #expect(try await world.told("s2", .paused, because: "paused").since == pausedAt)
            try await world.restart()
            world.clock.advance(by: 3)
            #expect(try await world.told("s2", .paused, because: "paused").since == pausedAt)
            let resumedAt = world.clock.now
            try await control("s2", .resume, in: world)
            world.clock.advance(by: 3)
            #expect(try await world.told("s2", .behindDownloads, because: "behind 1 other").since == resumedAt)
        }
    }

    @Test("Behind a higher priority, and stopped for one in front: since then, and whose that is")
    func priority() async throws {
        try await withTwo { world in
            world.server.serve("/high", Self.bytes, faults: [.stall(after: 0)])
            var high = world.file("high")
            high.priority = 50
            try await world.schedule(high)
            let told = try await world.told("s2", .behindDownloads, because: "behind 2 other downloads")
            #expect(told.endsWhen == "one of them of \(ServiceWorld.bundleID) ends")
            #expect(told.since == world.clock.now - 2)
            let app = try await world.app()
            defer { app.close() }
            let stoppedAt = world.clock.now
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: high, foreground: true), on: app)
            _ = try await world.told("s1", .behindDownloads, because: "behind 1 other")
            world.clock.advance(by: 3)
            #expect(try await world.told("s1", .behindDownloads, because: "behind 1 other").since == stoppedAt)
        }
    }

    @Test(
        "What a person has switched off is so since then, over a restart of the service",
        arguments: [
            ("low-power-mode", "on", Explanation.Condition.lowPowerMode, "Low Power Mode"),
            ("metered", "on", .metered, "metered"),
            ("background-refresh", "off", .backgroundRefreshOff, "refresh is off"),
        ])
    func conditionsOverARestart(
        _ name: String, _ value: String, _ condition: Explanation.Condition, _ reason: String
    ) async throws {
        try await withTwo { world in
            let start = world.clock.now
            try await world.set(name, value)
            #expect(try await world.told("s2", condition, because: reason).since == start)
            world.clock.advance(by: 5)
            try await world.restart()
            #expect(try await world.told("s2", condition, because: reason).since == start)
            // What ends and comes again meanwhile begins anew.
            try await world.set(name, value == "on" ? "off" : "on")
            _ = try await world.wait {
                try await world.explain("s2").contains { $0.condition == condition } ? nil : true
            }
            world.clock.advance(by: 1)
            let again = world.clock.now
            try await world.set(name, value)
            #expect(try await world.told("s2", condition, because: reason).since == again)
            world.clock.advance(by: 1)
            try await world.restart()
            #expect(try await world.told("s2", condition, because: reason).since == again)
        }
    }

    @Test("What a person switched off ends: what waits behind others does so since then") func condition() async throws
    {
        try await withTwo { world in
            try await world.set("background-refresh", "off")
            _ = try await world.told("s2", .backgroundRefreshOff, because: "background refresh is off")
            world.clock.advance(by: 5)
            let end = world.clock.now
            try await world.set("background-refresh", "on")
            await world.server.wait { $0.stalledCount == 2 }
            world.clock.advance(by: 0.5)
            #expect(try await world.told("s2", .behindDownloads, because: "behind 1 other").since == end)
        }
    }

    @Test("An installation that is paused, and what waits for it") func pausedInstallation() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 10)])
            world.server.serve("/s2", Self.bytes)
            world.serveContent(["s1 essential", "s2 -"])
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 0.5)
            let pausedAt = world.clock.now
            _ = try await world.call(AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .pause))
            _ = try await world.told("s2", .installationPaused, because: "is paused")
            #expect(
                try await world.explain(ServiceWorld.bundleID).first { $0.condition == .paused }?.reason
                    .hasPrefix("a person has paused it at ") == true)
            world.clock.advance(by: 9)
            #expect(try await world.told("s2", .installationPaused, because: "is paused").since == pausedAt)
            #expect(try await world.explain(ServiceWorld.bundleID).first { $0.condition == .paused }?.since == pausedAt)
            world.server.release()
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .resume))
            try await installed.value
        }
    }

    @Test("An installation of which something essential is paused is told as paused") func pausedEssential()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 10)])
            world.serveContent(["s1 essential"])
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 0.5)
            let pausedAt = world.clock.now
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "s1", action: .pause))
            let told = try await world.wait {
                try await world.explain(ServiceWorld.bundleID).first {
                    $0.subject == ServiceWorld.bundleID && $0.condition == .paused
                }
            }
            #expect(told.endsWhen?.contains("ba resume \(ServiceWorld.bundleID)") == true, "\(told)")
            #expect(told.since == pausedAt)
            // Whoever follows the installation sees it, too.
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let followed = try connection.stream(
                AppsInterface.Watch.method, AppsInterface.Watch(bundleID: ServiceWorld.bundleID),
                returning: InstallationProgress.self)
            let shown = try await followed.first { $0.phase == .paused || $0.isFinal }
            #expect(
                shown?.phase == .paused && shown?.detail?.contains("is paused") == true, "\(String(describing: shown))")
            world.server.release()
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "s1", action: .resume))
            try await installed.value
        }
    }

    @Test("6: with an installation paused, and one of its essential downloads resumed, it is told as going on")
    func resumedEssential() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            for name in ["s1", "s2"] { world.server.serve("/\(name)", Self.bytes, faults: [.stall(after: 10)]) }
            world.serveContent(["s1 essential", "s2 essential"])
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 2 }
            func told() async throws -> (state: String?, paused: Bool?) {
                let app = try await world.call(AppsInterface.List()).apps.first
                return (try await world.explain(ServiceWorld.bundleID).first?.state, app?.paused)
            }
            #expect(try await told() == ("fetching assets", false))
            _ = try await world.call(AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .pause))
            #expect(try await told() == ("paused", true))
            world.server.release()
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 20)])
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "s1", action: .resume))
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { try await told().paused == false ? true : nil }
            world.server.release()
            // What is left is paused still.
            _ = try await world.wait { try await told().paused == true ? true : nil }
            #expect(try await world.files().map(\.file.identifier) == ["s2"])
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .resume))
            try await installed.value
        }
    }

    @Test("6: what is only being paused is not taken for something that goes on") func pausesUnderWay() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            let names = (1...6).map { "s\($0)" }
            for name in names { world.server.serve("/\(name)", Self.bytes, finally: .stall(after: 10)) }
            world.serveContent(names.map { "\($0) essential" })
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount > 0 }
            func control(_ action: AppsInterface.ControlInstallation.Action) async throws {
                _ = try await world.call(
                    AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: action))
            }
            for _ in 1...20 {
                try await control(.pause)
                // What has come in meanwhile has been looked at by now.
                for _ in 1...3 {
                    #expect(try await world.call(AppsInterface.List()).apps.first?.paused == true)
                    _ = try await world.explain(ServiceWorld.bundleID)
                }
                try await control(.resume)
            }
            try await control(.cancel)
            _ = try? await installed.value
        }
    }

    @Test("6: with an installation paused, what its app itself wants of it goes on, and is told so")
    func wantedEssential() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            for name in ["A", "B"] {
                try await world.publish(name, version: 1, text: name, policy: .essential([.subsequentUpdate]))
            }
            try await world.install()
            world.stall("/A-1.aar", "/B-1.aar")
            try world.changeInformation {
                $0.replacing("<string>1</string>", with: "<string>2</string>")
            }
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 2 }
            func paused() async throws -> Bool? { try await world.call(AppsInterface.List()).apps.first?.paused }
            _ = try await world.call(AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .pause))
            #expect(try await paused() == true)
            world.server.release()
            world.stall("/A-1.aar")
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let asked = Task {
                try await ServiceWorld.call(
                    PacksInterface.EnsureLocalAvailability(
                        bundleID: ServiceWorld.bundleID, packIDs: ["A"], requireLatestVersion: false, callID: "one"),
                    on: connection)
            }
            _ = try await world.wait { try await paused() == false ? true : nil }
            await world.server.wait { $0.stalledCount == 1 }
            world.server.release()
            _ = try await asked.value
            // What is left is paused still.
            _ = try await world.wait { try await paused() == true ? true : nil }
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .resume))
            try await installed.value
        }
    }

    @Test("6: a pack whose server was not trusted is asked for as soon as it is, and told so") func untrustedPack()
        async throws
    {
        try await FaultServer.with { other in
            try await ServiceWorld.with(hasExtension: true) { world in
                try await world.publish("A", version: 1, text: "one", policy: .essential([.firstInstallation]))
                other.serve("/A-1.aar", try #require(world.files["/A-1.aar"]))
                world.change { manifest in
                    for index in manifest.assetPacks.indices { manifest.assetPacks[index].url = other.url("/A-1.aar") }
                }
                try await world.install()
                world.clock.advance(by: 1)
                func told() async throws -> Explanation? {
                    try await world.explain("A").first { $0.subject.hasPrefix("A of") }
                }
                let failed = try #require(try await told())
                #expect(failed.condition == .serverUntrusted, "\(failed)")
                #expect(failed.endsWhen?.contains("ba trust FILE") == true, "\(failed)")
                _ = try await world.call(ControlInterface.Trust(pem: other.authorityPEM))
                _ = try await world.wait { try await told()?.state == "ready" ? true : nil }
            }
        }
    }

    @Test("A pack that came to nothing: why and since when, over a restart, until it is here") func absentPack()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.publish("A", version: 1, text: "one")
            let archive = try #require(world.files["/A-1.aar"])
            world.server.serve("/A-1.aar", archive, faults: [.status(404)])
            try await world.install()
            world.clock.advance(by: 1)
            #expect(try await world.get("A").map(\.packID) == ["A"])
            let told = try #require(try await world.explain("A").first)
            #expect(told.condition == .notFound && told.since == world.clock.now, "\(told)")
            world.clock.advance(by: 1)
            try await world.restart()
            #expect(try await world.explain("A") == [told])
            #expect(try await world.get("A") == [])
            try await world.restart()
            #expect(try await world.explain("A").map(\.state) == ["ready"])
        }
    }

    @Test("6: a file that waits by a clock that ran ahead is tried at the next start of the service") func clockAhead()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/one", [1, 2, 3])
            try await world.stop()
            let ahead = world.clock.now + 86_400
            do {
                let file = world.file("one")
                var record = StoredFileDownload(
                    id: file.id, bundleID: ServiceWorld.bundleID, identifier: "one",
                    body: try JSONEncoder().encode(file), kind: "background", createdAt: ahead)
                record.nextAttemptAt = ahead + 5
                (record.failingSince, record.lastCause, record.lastCauseSince) = (ahead, "badStatus", ahead)
                try await AssetStore(path: world.root + "/service.sqlite").add([record])
            }
            try await world.start()
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.kind) == [.finished])
        }
    }

    @Test("A pack whose server fails: since its first failure, over a restart of the service") func failingPack()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("A", version: 1, text: "one", policy: .prefetch([.firstInstallation]))
            world.server.serve("/A-1.aar", [], finally: .status(503))
            let start = world.clock.now
            try await world.install()
            #expect(try await world.told("A", .serverError, because: "status 503").since == start)
            world.clock.advance(by: 0.5)
            try await world.restart()
            world.clock.advance(by: 0.5)
            #expect(try await world.told("A", .serverError, because: "status 503").since == start)
        }
    }

    @Test("A pack that could not be had: since its last try ended") func failedPack() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("A", version: 1, text: "one")
            try await world.install()
            world.server.serve("/A-1.aar", [], finally: .status(404))
            world.clock.advance(by: 0.5)
            let end = world.clock.now
            #expect(try await world.get("A").count == 1)
            world.clock.advance(by: 0.5)
            let told = try await world.told("A", .notFound, because: "the last try failed")
            #expect(told.since == end && told.endsWhen?.contains("ba pack get") == true)
        }
    }
}
