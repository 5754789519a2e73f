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
            #expect(try await told(world).isEmpty)
        }
    }
}
