// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// What an extension could not be told because it failed, and when it is told that again.
@Suite("Retries of extensions", .timeLimit(.minutes(5))) struct ExtensionRetriesTests {
    @Test("It is told again after a minute, two and four, and then when it has returned from something else")
    func rules() {
        let retries = ExtensionRetries()
        retries.returned("a")
        #expect(retries.nextAttempt(of: "a") == nil && !retries.isExhausted("a"))
        #expect([0, 60, 180].map { retries.failed("a", now: $0) } == [60, 180, 420])
        #expect(retries.nextAttempt(of: "a") == 420 && !retries.isExhausted("a"))
        #expect(retries.nextAttempt(of: "b") == nil)
        #expect(retries.failed("a", now: 420) == nil)
        #expect(retries.nextAttempt(of: "a") == nil && retries.isExhausted("a") && !retries.isExhausted("b"))
        retries.returned("a")
        #expect(!retries.isExhausted("a"))
        #expect(retries.failed("a", now: 500) == 560)
    }

    /// What is told of the extension, and of the end that it has not taken.
    private func told(_ world: ServiceWorld) async throws -> [Explanation] {
        try await world.explain(ServiceWorld.bundleID).filter {
            $0.condition == .untaken || $0.subject.hasPrefix("the extension")
        }
    }

    @Test("A7: the next try at an extension that crashes is told, and a check at which it returns lets it try again")
    func crashes() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            world.server.serve("/Unwell", [UInt8](repeating: 1, count: 1000))
            try await world.schedule(world.file("Unwell"))
            for pause in [60.0, 120, 240] {
                let next = world.clock.now + pause
                _ = try await world.wait {
                    let told = try await told(world)
                    return told.count == 2 && told.allSatisfy { $0.nextAttempt == next } ? true : nil
                }
                world.clock.advance(by: pause)
            }
            // It is left alone until it has returned from something else: nothing is promised to the end itself.
            let left = try await world.wait {
                let told = try await told(world)
                return told.contains { $0.condition == .untaken && $0.nextAttempt == nil } ? told : nil
            }
            let due = try #require(left.first { $0.subject.hasPrefix("the extension") }?.nextAttempt)
            #expect(due > world.clock.now + 3600)
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: world.caches + "/well"))
            #expect(world.cached("Unwell.finished") == nil)
            world.clock.advance(by: 8 * 86_400)
            _ = try await world.wait { world.cached("Unwell.finished") }
            try await world.waitForNoEndings()
            // It may not have ended yet.
            _ = try await world.wait { try await told(world).isEmpty ? true : nil }
        }
    }

    @Test("6: of what its app has taken meanwhile an extension that failed is told no more, and no time of that")
    func takenMeanwhile() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            world.server.serve("/Unwell", [UInt8](repeating: 1, count: 1000))
            try await world.schedule(world.file("Unwell"))
            let next = world.clock.now + 60
            _ = try await world.wait {
                let told = try await told(world)
                return told.count == 2 && told.allSatisfy { $0.nextAttempt == next } ? true : nil
            }
            #expect(try await world.endings().count == 1)
            try await world.waitForNoEndings()
            let left = try await world.wait {
                let told = try await told(world)
                return told.count == 1 ? told.first : nil
            }
            #expect(left.state == "failed" && left.nextAttempt.map { $0 > next } == true, "\(left)")
            #expect(left.endsWhen == "it is run again and returns, as at the next check")
        }
    }

    @Test("6: while an extension is told of an end, that is told of both: since when, and how long that may last")
    func beingTold() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "60"))
            try await world.install()
            world.server.serve("/Hang", [UInt8](repeating: 1, count: 1000))
            world.clock.advance(by: 5)
            let start = world.clock.now
            try await world.schedule(world.file("Hang"))
            let told = try await world.wait { () -> [Explanation]? in
                let told = try await world.explain(ServiceWorld.bundleID)
                    .filter { $0.condition == .extensionRuns }
                return told.count == 2 ? told : nil
            }
            #expect(
                told.map(\.subject) == [
                    "Hang of \(ServiceWorld.bundleID)", "the extension of \(ServiceWorld.bundleID)",
                ])
            #expect(told.map(\.state) == ["finished", "running"])
            #expect(told.allSatisfy { $0.since == start && $0.nextAttempt == nil }, "\(told)")
            #expect(told.allSatisfy { $0.endsWhen?.hasPrefix("it returns, for which ") == true }, "\(told)")
            #expect(told[0].reason == "it has arrived, and nobody has taken it yet; the extension is being told of it")
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "u"))
        }
    }
}
