// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import ServiceInterface
import Synchronization
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct PackCommandTests {
    private static func event(_ kind: PackEvent.Kind, _ id: String? = nil, _ completed: Int64 = 0) -> PackEvent {
        let pack = id.map {
            DownloadManifestEntry(id: $0, url: $0, version: 1, downloadSize: 1000, downloadPolicy: .onDemand)
        }
        return PackEvent(
            id: 1, kind: kind, bundleID: Samples.app, pack: pack, completedBytes: completed, totalBytes: 1000)
    }

    @Test func fetchesPacksOfTheOnlyAppThatHasThem() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                PacksInterface.List.self,
                reply: .init(packs: [Samples.pack("Tutorial"), Samples.pack("Other", of: "com.example.other")]))
            let events = Mutex<ScriptedPeer.Exchange?>(nil)
            session.peer.on(PacksInterface.Subscribe.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                events.withLock { $0 = exchange }
                try exchange.reply(Self.event(.subscribed), continues: true)
            }
            session.peer.on(PacksInterface.EnsureLocalAvailability.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                #expect(call.packIDs == ["Tutorial"])
                #expect(call.requireLatestVersion)
                try events.withLock { $0 }?.reply(Self.event(.downloading, "Tutorial", 500), continues: true)
                try exchange.reply(
                    PacksInterface.EnsureLocalAvailability.Reply(available: ["Tutorial": 3], failures: []))
            }
            let outcome = await session.run("pack", "get", "Tutorial", "--latest")
            #expect(outcome.status == 0)
            #expect(outcome.output == "Tutorial is there in version 3.\n")
            #expect(session.peer.methods == ["List", "Subscribe", "EnsureLocalAvailability"])
        }
    }

    @Test func asksWhichAppWhenSeveralHaveThePack() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                PacksInterface.List.self,
                reply: .init(packs: [Samples.pack("Tutorial"), Samples.pack("Tutorial", of: "com.example.other")]))
            let outcome = await session.run("pack", "get", "Tutorial")
            #expect(outcome.status == 64)
            #expect(outcome.error.contains("com.example.coast, com.example.other"))
        }
    }

    @Test func saysWhenNoAppHasThePack() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.List.self, reply: .init(packs: [Samples.pack("Tutorial")]))
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [Samples.record(), Samples.record("com.example.other")]))
            #expect(await session.run("pack", "remove", "Sounds").status == 66)
        }
    }

    /// Its host may have published the pack since the last look.
    @Test func theOnlyAppIsMeantWhenNothingIsKnownOfThePack() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.List.self, reply: .init(packs: []))
            session.peer.on(AppsInterface.List.self, reply: .init(apps: [Samples.record()]))
            session.peer.on(PacksInterface.Remove.self) { call, exchange in
                #expect(call.bundleID == Samples.app && call.packID == "Sounds")
                try exchange.reply(EmptyReply())
            }
            #expect(await session.run("pack", "remove", "Sounds").status == 0)
        }
    }

    @Test func tellsProgramsWhatWasRemoved() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.Remove.self) { _, exchange in try exchange.reply(EmptyReply()) }
            let outcome = await session.run("pack", "remove", "A", "B", "--app", Samples.app, "--json")
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let removal = outcome.json as? [String: Any]
            #expect(removal?["bundleID"] as? String == Samples.app)
            #expect(removal?["packIDs"] as? [String] == ["A", "B"])
        }
    }

    @Test func tellsProgramsWhatWasUninstalled() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Uninstall.self) { call, exchange in
                #expect(call.bundleID == Samples.app && call.keepData)
                try exchange.reply(EmptyReply())
            }
            let outcome = await session.run("uninstall", Samples.app, "--keep-data", "--json")
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            let removal = outcome.json as? [String: Any]
            #expect(removal?["bundleID"] as? String == Samples.app && removal?["keptData"] as? Bool == true)
        }
    }

    @Test func failsWithTheFirstFailuresStatus() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                try exchange.reply(Self.event(.subscribed), continues: true)
                try exchange.reply(Self.event(.downloading, "Sounds", 500), continues: true)
            }
            session.peer.on(
                PacksInterface.EnsureLocalAvailability.self,
                reply: .init(
                    available: [:],
                    failures: [PackFailure(packID: "Sounds", code: "OutOfSpace", message: "12 MB are missing")]))
            let outcome = await session.run("pack", "get", "Sounds", "--app", Samples.app)
            #expect(outcome.status == 73)
            #expect(outcome.error == "error: Sounds: 12 MB are missing\n`ba explain PACK` tells more\n")
        }
    }

    @Test func updatesEveryAppThatCanBeLaunched() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [Samples.record(), Samples.record("com.example.broken", state: .failed)]))
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                try exchange.reply(Self.event(.subscribed), continues: true)
            }
            session.peer.on(
                PacksInterface.CheckForUpdates.self, reply: .init(updatingIDs: ["Model"], removedIDs: ["Old"]))
            session.peer.on(PacksInterface.EnsureLocalAvailability.self) { call, exchange in
                #expect(call.packIDs == ["Model"])
                #expect(call.requireLatestVersion)
                try exchange.reply(
                    PacksInterface.EnsureLocalAvailability.Reply(available: ["Model": 2], failures: []))
            }
            let outcome = await session.run("update")
            #expect(outcome.status == 0)
            #expect(outcome.output == "com.example.coast: Model is now version 2; removed Old\n")
            #expect(session.peer.methods == ["List", "Subscribe", "CheckForUpdates", "EnsureLocalAvailability"])
        }
    }

    @Test func oneAppThatFailsLeavesTheOthersTheirTurn() async throws {
        try await ToolSession.with { session in
            var plain = Samples.record("com.example.plain")
            plain.hasAssetPacks = false
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [Samples.record("com.example.a"), Samples.record("com.example.b"), plain]))
            session.peer.on(PacksInterface.CheckForUpdates.self) { call, exchange in
                if call.bundleID == "com.example.a" {
                    try exchange.fail(ServiceError(.manifestUnavailable, "its host does not answer"))
                } else {
                    try exchange.reply(PacksInterface.CheckForUpdates.Reply(updatingIDs: [], removedIDs: []))
                }
            }
            let outcome = await session.run("pack", "check")
            #expect(outcome.status == 69)
            #expect(outcome.output == "com.example.b: everything is up to date\n")
            #expect(
                outcome.error
                    == "error: com.example.a: its host does not answer\nerror: 1 of 2 apps could not be checked\n")
        }
    }

    @Test func checksWithoutWaiting() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.CheckForUpdates.self, reply: .init(updatingIDs: [], removedIDs: []))
            let outcome = await session.run("pack", "check", Samples.app)
            #expect(outcome.output == "com.example.coast: everything is up to date\n")
        }
    }

    @Test func interruptionLeavesDownloadsToTheService() async throws {
        try await ToolSession.with { session in
            let events = Mutex<ScriptedPeer.Exchange?>(nil)
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                events.withLock { $0 = exchange }
                try exchange.reply(Self.event(.subscribed), continues: true)
            }
            session.peer.on(PacksInterface.EnsureLocalAvailability.self) { _, _ in session.interrupt() }
            let outcome = await session.run("pack", "get", "Sounds", "--app", Samples.app)
            #expect(outcome.status == 130)
            #expect(outcome.error.contains("goes on without this command"))
        }
    }

    @Test func progressGoesOnWithTheNextService() async throws {
        try await ToolSession.with { session in
            let subscriptions = Mutex(0)
            let operation = Mutex<ScriptedPeer.Exchange?>(nil)
            let isAsked = DispatchSemaphore(value: 0)
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in
                let count = subscriptions.withLock { count in
                    count += 1
                    return count
                }
                try exchange.reply(Self.event(.subscribed), continues: true)
                if count == 1 {
                    try exchange.reply(Self.event(.downloading, "Sounds", 300), continues: true)
                    return exchange.hangUp()
                }
                try exchange.reply(Self.event(.finished, "Sounds", 1000), continues: true)
                // It comes on a connection of its own, whenever that is.
                isAsked.wait()
                try operation.withLock { $0 }?.reply(
                    PacksInterface.EnsureLocalAvailability.Reply(available: ["Sounds": 1], failures: []))
            }
            session.peer.on(PacksInterface.EnsureLocalAvailability.self) { _, exchange in
                operation.withLock { $0 = exchange }
                isAsked.signal()
            }
            let outcome = await session.run("pack", "get", "Sounds", "--app", Samples.app)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(!outcome.error.contains("No more progress"), "\(outcome.error)")
        }
    }

    @Test func endsWhenTheServiceGoesAway() async throws {
        try await ToolSession.with { session in
            session.peer.on(PacksInterface.Subscribe.self) { _, exchange in exchange.hangUp() }
            session.peer.on(PacksInterface.EnsureLocalAvailability.self) { _, exchange in exchange.hangUp() }
            #expect(await session.run("pack", "get", "Sounds", "--app", Samples.app).status == 69)
        }
    }
}
