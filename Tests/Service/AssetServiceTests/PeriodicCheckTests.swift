// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Checks that come by themselves, on a clock that the tests move.
@Suite(.timeLimit(.minutes(5)))
struct PeriodicCheckTests {
    private static let day: Double = 86_400

    @Test("A14, C7: packs are updated in the background after a day, and not before")
    func packsAreUpdatedInTheBackgroundAfterADay() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            let before = world.manifestRequests
            world.clock.advance(by: Self.day - 10)
            // A call that goes the whole way: the checker had every chance to run.
            #expect(try await world.localVersion("Model") == 1)
            #expect(world.manifestRequests == before)
            world.clock.advance(by: 20)
            try await world.waitForVersion(2, of: "Model")
            #expect(world.manifestRequests == before + 1)
        }
    }

    @Test(
        "A14, B12: a check waits while it may not be made, and what it could not ask for comes as soon as it may",
        arguments: [("low-power-mode", "on"), ("background-refresh", "off"), ("metered", "on")])
    func checksWait(_ name: String, _ value: String) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            let before = world.manifestRequests
            _ = try await world.call(ControlInterface.SetSetting(name: name, value: value))
            world.clock.advance(by: 2 * Self.day)
            // A restart, after which it has looked at all apps.
            try await world.restart()
            #expect(try await world.localVersion("Model") == 1)
            #expect(world.manifestRequests == before)
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.contains { $0.subject.hasPrefix("the check of") && $0.endsWhen?.contains(name) == true })
            _ = try await world.call(ControlInterface.SetSetting(name: name, value: nil))
            try await world.waitForVersion(2, of: "Model")
        }
    }

    @Test("A14: the time of the next check survives a restart") func theTimeOfTheNextCheckSurvivesARestart()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            world.clock.advance(by: Self.day / 2)
            try await world.restart()
            #expect(try await world.localVersion("Model") == 1)
            world.clock.advance(by: Self.day / 2 + 10)
            try await world.waitForVersion(2, of: "Model")
        }
    }

    @Test("A14: a check on a clock that was a year ahead holds up none when the clock is set back")
    func aClockThatRanAhead() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            _ = try await world.wait { try await world.storedCheck() }
            try await world.stop()
            do {
                let store = try AssetStore(path: world.root + "/service.sqlite")
                var check = try #require(try await store.check(of: ServiceWorld.bundleID))
                check.lastCheckedAt += 365 * Self.day
                check.lastUsedAt += 365 * Self.day
                try await store.save(check)
            }
            try await world.start()
            _ = try await world.wait {
                try #require(try await world.storedCheck()).lastCheckedAt <= world.clock.now ? true : nil
            }
            world.clock.advance(by: Self.day + 10)
            try await world.waitForVersion(2, of: "Model")
        }
    }

    @Test("A14: a check that was due while the service was away comes at once")
    func aCheckThatWasDueMeanwhileComesAtOnce() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            try await world.stop()
            world.clock.advance(by: 2 * Self.day)
            try await world.start()
            try await world.waitForVersion(2, of: "Model")
        }
    }

    @Test("A14: an app that nobody uses is checked more seldom, and at once when it is used again")
    func anAppThatNobodyUsesIsCheckedMoreSeldom() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let before = world.manifestRequests
            func checks(_ count: Int) async {
                await world.server.wait { progress in
                    progress.requests.filter { $0.path == "/manifest" }.count >= count
                }
            }
            world.clock.advance(by: Self.day + 60)
            await checks(before + 1)
            // The next one comes after two days, unless the app is used.
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            world.clock.advance(by: Self.day + 60)
            #expect(try await world.records().isEmpty)
            #expect(world.manifestRequests == before + 1)
            try await world.app().close()
            await checks(before + 2)
        }
    }

    @Test("C4: the extension is asked about what is fetched by itself, and not about what the app asks for")
    func theExtensionIsAskedAboutWhatIsFetchedByItself() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            for id in ["Declined", "Model"] { try await world.publish(id, version: 1, text: "one") }
            try await world.install()
            #expect(try await world.get("Declined", "Model") == [])
            for id in ["Declined", "Model"] { try await world.publish(id, version: 2, text: "two") }
            world.clock.advance(by: Self.day + 10)
            try await world.waitForVersion(2, of: "Model")
            #expect(try await world.localVersion("Declined") == 1)
            #expect(try await world.check().updatingIDs == ["Declined"])
            try await world.waitForVersion(2, of: "Declined")
        }
    }

    @Test("C4: an extension that fails keeps the version that is here")
    func anExtensionThatFailsKeepsTheVersionThatIsHere() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.publish("Old", version: 1, text: "old")
            try await world.install()
            #expect(try await world.get("Model", "Old") == [])
            try await world.publish("Model", version: 2, text: "two")
            world.change { manifest in
                manifest.assetPacks.removeAll { $0.id == "Old" }
                manifest.removed = ["Old"]
            }
            world.clock.advance(by: Self.day + 10)
            // What the publisher took back goes all the same.
            try await world.waitForVersion(nil, of: "Old")
            #expect(try await world.localVersion("Model") == 1)
        }
    }

    @Test func aServerThatIsAwayIsAskedAgainSoon() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 2, text: "two")
            let bytes = [UInt8]("{}".utf8)
            world.server.serve("/manifest", bytes, finally: .status(503))
            world.clock.advance(by: Self.day + 10)
            let now = world.clock.now
            _ = try await world.wait { try await world.check(isRecordedAfter: now - 1) ? true : nil }
            world.change { _ in }
            world.clock.advance(by: CheckSchedule.firstRetry + 10)
            try await world.waitForVersion(2, of: "Model")
        }
    }

    @Test func withoutAutomaticUpdatesNothingIsAsked() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            _ = try await world.call(ControlInterface.SetSetting(name: "automatic-updates", value: "off"))
            let before = world.manifestRequests
            world.clock.advance(by: 10 * Self.day)
            _ = try await world.wait { try await world.check(isRecordedAfter: 1_800_000_100) ? true : nil }
            #expect(world.manifestRequests == before)
        }
    }
}

extension ServiceWorld {
    /// Whether a check of the app is on record that took place after `time`, or so many seconds after the beginning.
    func check(isRecordedAfter time: Double) async throws -> Bool {
        let time = time < 1_800_000_000 ? 1_800_000_000 + time : time
        return try await storedCheck().map { $0.lastCheckedAt > time } ?? false
    }
}
