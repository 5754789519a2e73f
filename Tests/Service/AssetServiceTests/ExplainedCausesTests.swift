// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Every wait has a reason: what `ba explain` is told of each cause, as soon as it is there.
@Suite("Explained causes", .timeLimit(.minutes(5))) struct ExplainedCausesTests {
    private static let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            world.server.serve("/s1", Self.bytes)
            try await world.install()
            try await body(world)
        }
    }

    @Test("No connection: the next try is told") func offline() async throws {
        try await with { world in
            let url = "https://127.0.0.1:1/s1"
            var file = world.file("s1")
            file.request.url = url
            let start = world.clock.now
            try await world.schedule(file)
            let told = try await world.told("s1", .noConnection, because: "no connection")
            #expect(told.state == "waiting")
            #expect(told.since == start)
            #expect(told.nextAttempt.map { $0 > start } == true)
            #expect(
                told.endsWhen
                    == "the server is reached: at the next attempt, or as soon as the network is back")
        }
    }

    @Test("A server that stops sending: since when, and what follows") func silence() async throws {
        try await with { world in
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 70_000)])
            let start = world.clock.now
            try await world.schedule(world.file("s1"))
            let arrived = try await world.wait {
                try await world.explain("s1").first { !$0.reason.hasPrefix("0 B") && $0.state == "downloading" }
            }
            #expect(arrived.reason.contains("of 100 kB have arrived"))
            world.clock.advance(by: 0.9)
            #expect(try await world.explain("s1").map(\.state) == ["downloading"])
            world.clock.advance(by: 0.1)
            let told = try await world.told("s1", .serverSilent, because: "nothing comes from its server")
            #expect(told.state == "waiting" && told.since == start)
            #expect(told.reason.contains("have arrived"))
            #expect(told.endsWhen == "bytes come; with none for 60 s it is tried again (`ba settings stall-timeout`)")
            let listed = try await world.call(DownloadsInterface.List()).downloads
            #expect(listed.map(\.state) == [.waiting] && listed.map(\.waiting) == [TransferSilence.reason])
            world.server.release()
            _ = try await world.wait {
                try await world.explain("s1").allSatisfy { $0.state != "waiting" } ? true : nil
            }
        }
    }

    @Test("A server that sends nothing of a pack") func silentPack() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("A", version: 1, text: "one")
            try await world.install()
            world.stall("/A-1.aar")
            let connection = try await world.app()
            defer { connection.close() }
            let start = world.clock.now
            async let reply = ServiceWorld.call(
                PacksInterface.EnsureLocalAvailability(packIDs: ["A"], requireLatestVersion: false, callID: "one"),
                on: connection)
            await world.server.wait { $0.stalledCount == 1 }
            let told = try await world.wait {
                // That it has begun is noted beside it, perhaps after this second.
                world.clock.advance(by: 1)
                return try await world.explain("A").first { $0.condition == .serverSilent }
            }
            #expect(told.reason.contains("nothing comes from its server"), "\(told)")
            #expect(told.state == "waiting" && told.since.map { $0 >= start } == true)
            #expect(told.endsWhen?.contains("60 s") == true)
            let listed = try await world.call(DownloadsInterface.List()).downloads
            #expect(listed.map(\.state) == [.waiting] && listed.map(\.condition) == [.serverSilent])
            world.server.release()
            #expect(try await reply.failures.isEmpty)
        }
    }

    @Test("A server that names a time") func retryAfter() async throws {
        try await with { world in
            world.server.serve("/s1", Self.bytes, faults: [.status(503, headers: [("Retry-After", "600")])])
            let start = world.clock.now
            try await world.schedule(world.file("s1"))
            let told = try await world.told("s1", .serverError, because: "status 503, to be asked again in 600 s")
            #expect(told.nextAttempt.map { $0 >= start + 600 } == true)
            #expect(told.since == start)
        }
    }

    @Test(
        "What a person, or the battery, has switched off",
        arguments: [
            ("low-power-mode", "on", Explanation.Condition.lowPowerMode, "Low Power Mode"),
            ("background-refresh", "off", .backgroundRefreshOff, "background refresh is off"),
        ])
    func switchedOff(
        _ name: String, _ value: String, _ condition: Explanation.Condition, _ reason: String
    ) async throws {
        try await with { world in
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 0)])
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 0.5)
            let start = world.clock.now
            try await world.set(name, value)
            _ = try await world.told("s1", condition, because: reason)
            world.clock.advance(by: 3)
            let told = try await world.told("s1", condition, because: reason)
            #expect(told.since == start)
            #expect(told.endsWhen?.isEmpty == false)
            let held = try await world.explain(ServiceWorld.bundleID)
            #expect(held.contains { $0.subject.hasPrefix("the extension of") && $0.condition == condition })
            world.server.release()
        }
    }

    @Test("In-app content is off, before the first launch") func inAppContent() async throws {
        try await with { world in
            let start = world.clock.now
            try await world.set("in-app-content", "off")
            _ = try await world.told(ServiceWorld.bundleID, .inAppContentOff, because: "in-app content")
            world.clock.advance(by: 60)
            let told = try await world.told(ServiceWorld.bundleID, .inAppContentOff, because: "in-app content")
            #expect(told.state == "not run")
            #expect(told.since == start)
            #expect(told.endsWhen?.isEmpty == false)
        }
    }

    @Test("Behind what comes first") func behindOthers() async throws {
        try await with { world in
            try await world.set("concurrent-transfers", "1")
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 0)])
            world.server.serve("/s2", Self.bytes)
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 0.2)
            let start = world.clock.now
            try await world.schedule(world.file("s2"))
            world.clock.advance(by: 0.2)
            let told = try await world.told(
                "s2", .behindDownloads, because: "behind 1 other download (1 run at a time)")
            #expect(told.endsWhen == "one of them of \(ServiceWorld.bundleID) ends")
            #expect(told.since == start)
            world.server.release()
        }
    }

    @Test("More than may come before the first launch, or from elsewhere: until somebody has taken note")
    func restrictions()
        async throws
    {
        let keys = """
            <key>BAInitialDownloadRestrictions</key><dict><key>BADownloadAllowance</key><integer>50000</integer>
            <key>BAEssentialDownloadAllowance</key><integer>50000</integer>
            <key>BADownloadDomainAllowList</key><array><string>127.0.0.1</string></array></dict>
            """
        for (host, reason) in [
            ("127.0.0.1", "before its first launch"),
            ("localhost", "localhost is not in its BADownloadDomainAllowList"),
        ] {
            try await ServiceWorld.with(hasExtension: true, isManaged: false, keys: keys) { world in
                // The fixture's extension crashes when it is told of a failure of this name, so that nobody takes it.
                world.server.serve("/Crash", Self.bytes)
                let line = "Crash \(world.server.url("/Crash", host: host)) \(host == "localhost" ? 100 : 100_000) -"
                world.server.serve("/content", Array(line.utf8))
                try await world.install()
                let told = try await world.told("Crash", .untaken, because: reason)
                #expect(told.state == "failed")
                #expect(told.since == world.clock.now)
                #expect(told.endsWhen?.contains("its extension has run") == true)
            }
        }
    }

    @Test("What was refused by allowance or domain is told until the app is opened, whoever has heard of it")
    func restrictionsThatWereTold() async throws {
        let keys = """
            <key>BAInitialDownloadRestrictions</key><dict><key>BADownloadAllowance</key><integer>50000</integer>
            <key>BAEssentialDownloadAllowance</key><integer>50000</integer>
            <key>BADownloadDomainAllowList</key><array><string>127.0.0.1</string></array></dict>
            """
        try await ServiceWorld.with(hasExtension: true, isManaged: false, keys: keys) { world in
            let lines = [
                "large \(world.server.url("/large")) 100000 -",
                "elsewhere \(world.server.url("/elsewhere", host: "localhost")) 100 -",
            ]
            world.server.serve("/content", Array(lines.joined(separator: "\n").utf8))
            try await world.install()
            // The extension has taken note of both.
            for name in ["large", "elsewhere"] {
                _ = try await world.wait { world.cached("\(name).failed") }
            }
            for (name, condition, reason) in [
                ("large", Explanation.Condition.allowance, "before its first launch"),
                ("elsewhere", .domainNotAllowed, "is not in its BADownloadDomainAllowList"),
            ] {
                let told = try await world.wait {
                    try await world.explain(name).first { $0.state == "refused" }
                }
                #expect(told.condition == condition)
                #expect(told.reason.contains(reason), "\(told.reason)")
                #expect(told.since == world.clock.now)
                #expect(told.endsWhen?.contains("opened for the first time") == true)
            }
            // The service remembers it.
            let refused = try await world.explain(ServiceWorld.bundleID).filter { $0.state == "refused" }
            #expect(refused.count == 2)
            world.clock.advance(by: 5)
            try await world.restart()
            #expect(try await world.explain(ServiceWorld.bundleID).filter { $0.state == "refused" } == refused)
            let app = try await world.app()
            defer { app.close() }
            #expect(try await world.explain(ServiceWorld.bundleID).allSatisfy { $0.state != "refused" })
        }
    }

    @Test("An extension that took too much memory, crashed or hung: what it was, when, and when it is run again")
    func failures() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Memory", version: 1, text: "x", policy: .prefetch([.firstInstallation]))
            let start = world.clock.now
            try await world.install()
            let own = try #require(
                try await world.explain(ServiceWorld.bundleID).first { $0.subject.hasPrefix("the extension") })
            #expect(own.state == "failed")
            #expect(own.since == start)
            #expect(own.nextAttempt != nil)
            // It is kept over a restart, of which the service asks again by itself, and gone when the extension has returned.
            world.clock.advance(by: 1)
            try await world.restart()
            let again = try await world.wait { () -> [Explanation]? in
                let told = try await world.explain(ServiceWorld.bundleID).filter {
                    $0.subject.hasPrefix("the extension") && $0.condition == .memoryExceeded
                }
                return told.contains { $0.since == start + 1 } ? told : nil
            }
            #expect(again.count == 1 && again[0].reason.contains("memory exception"), "\(again)")
            try await world.publish("Fine", version: 1, text: "x", policy: .prefetch([.firstInstallation]))
            world.change { $0.assetPacks.removeAll { $0.id == "Memory" } }
            _ = try await world.check()
            try await eventually {
                try await world.explain(ServiceWorld.bundleID).allSatisfy { !$0.reason.contains("memory exception") }
            }
        }
    }

    @Test("An extension that runs while it may not run again is told of once, as running") func runsAndMayNot()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            try await world.set("extension-run-time", "3600")
            world.server.serve("/Hang", Self.bytes)
            try await world.schedule(world.file("Hang"))
            // The one before has been asked whether its server is to be trusted.
            _ = try await world.wait {
                try await world.files().isEmpty ? try world.extensionProcesses().first : nil
            }
            try await world.set("low-power-mode", "on")
            let told = try await world.wait { () -> [Explanation]? in
                let own = try await world.explain(ServiceWorld.bundleID).filter {
                    $0.subject.hasPrefix("the extension")
                }
                return own.contains { $0.reason.contains("not run again") } ? own : nil
            }
            #expect(told.map(\.state) == ["running"], "\(told)")
            #expect(told.first?.reason.contains("Low Power Mode") == true, "\(told)")
        }
    }

    @Test("Another process has exclusive control") func exclusiveControl() async throws {
        try await with { world in
            let (holder, waiter) = (try await world.app(), try await world.app())
            defer {
                holder.close()
                waiter.close()
            }
            let first = try holder.stream(
                FilesInterface.TakeControl.method, FilesInterface.TakeControl(id: "a", seconds: nil),
                returning: ControlReply.self)
            var holding = first.makeAsyncIterator()
            #expect(try await holding.next()?.state == .granted)
            let second = try waiter.stream(
                FilesInterface.TakeControl.method,
                FilesInterface.TakeControl(id: "b", seconds: 20, since: world.clock.now - 5),
                returning: ControlReply.self)
            var waiting = second.makeAsyncIterator()
            #expect(try await waiting.next()?.state == .waiting)
            let start = world.clock.now
            world.clock.advance(by: 7)
            let told = try await world.told(ServiceWorld.bundleID, .exclusiveControl, because: "has exclusive control")
            #expect(told.state == "waiting")
            // It has asked an earlier run of the service.
            #expect(told.since == start - 5)
            #expect(
                told.endsWhen == "it is given back, its holder ends, or this one gives up, 25 s after it asked")
        }
    }

    @Test("An installation is under way: what it needs comes first, and the rest waits for that")
    func installation() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/s1", Self.bytes, faults: [.stall(after: 10)])
            world.server.serve("/s2", Self.bytes)
            world.serveContent(["s1 essential", "s2 -"])
            let installed = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 1 }
            let start = world.clock.now
            world.clock.advance(by: 0.5)
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(told.first?.subject == ServiceWorld.bundleID)
            #expect(told.first?.reason.contains("%") == true)
            #expect(told.first?.condition == .installing)
            #expect(told.first?.since == start)
            #expect(told.first?.endsWhen?.contains("essential downloads") == true, "\(told)")
            #expect(told.contains { $0.subject == "s1 of \(ServiceWorld.bundleID)" && $0.state == "downloading" })
            let gated = try #require(told.first { $0.subject == "s2 of \(ServiceWorld.bundleID)" })
            #expect(gated.condition == .behindInstallation)
            #expect(gated.since == start)
            #expect(gated.reason == "an installation comes first: 1 essential download")
            #expect(gated.endsWhen == "the essential downloads of \(ServiceWorld.bundleID) have ended")
            #expect(!world.server.requests.contains { $0.path == "/s2" })
            world.server.release()
            try await installed.value
            await world.server.wait { $0.requests.contains { $0.path == "/s2" } }
        }
    }
}
