// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import Glibc
import ProcessSupervision
import ServiceInterface
import Testing

@testable import AssetService

/// When the service ends by itself.
@Suite(.timeLimit(.minutes(2)))
struct IdleTests {
    /// Runs a service without clients on the root of a world, whose clock goes on from one thing that it waits for to the
    /// next, but not to checks of another day, until it ends.
    ///
    /// - Returns: the seconds after which it has ended.
    private func end(of world: ServiceWorld, isWokenByTimer: Bool) async throws -> Double {
        try await world.stop()
        let began = world.clock.now
        let service = try await world.startAlone(activation: .socketActivated, isWokenByTimer: isWokenByTimer)
        while !service.hasEnded, !Task.isCancelled {
            world.clock.advanceToNextWake(within: 60)
            await Task.yield()
        }
        let seconds = world.clock.now - began
        try await service.stop()
        return seconds
    }

    @Test("It stays for what apps have left running: nobody else reads what that prints") func stayingForOutput()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.install()
            let environment = try await world.call(AppsInterface.Identify(bundleID: ServiceWorld.bundleID)).environment
            try await world.stop()
            var (made, writer): (PipeReader?, Int32) = try LastingPipe.make()
            // It is looked at here, and not read.
            let reader = dup(try #require(made).rawValue)
            made = nil
            let process = TestProcess()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "echo one; exec sleep 600"]
            process.environment = environment
            process.standardOutput = FileHandle(fileDescriptor: writer, closeOnDealloc: false)
            try process.run()
            close(writer)
            defer { kill(process.processIdentifier, SIGKILL) }
            var pipe = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            try await eventually { poll(&pipe, 1, 0) == 1 }
            let service = try await world.startAlone(activation: .socketActivated, isWokenByTimer: true)
            try await eventually { poll(&pipe, 1, 0) == 0 }
            let began = world.clock.now
            while world.clock.now < began + 3600, !Task.isCancelled {
                world.clock.advanceToNextWake(within: 600)
                await Task.yield()
            }
            #expect(!service.hasEnded)
            close(reader)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            while !service.hasEnded, !Task.isCancelled {
                world.clock.advanceToNextWake(within: 600)
                await Task.yield()
            }
            try await service.stop()
        }
    }

    @Test func withoutAppsItEndsWhenItsTimeIsOver() async throws {
        try await ServiceWorld.with { world in
            let seconds = try await end(of: world, isWokenByTimer: false)
            #expect(seconds >= 60)
        }
    }

    @Test func withAnAppThatHasPacksItStaysForTheChecks() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "level")
            try await world.install()
            let requests = world.manifestRequests
            try await world.stop()
            let service = try await world.startAlone(activation: .socketActivated, isWokenByTimer: false)
            // It lives through days of idling from check to check.
            while world.manifestRequests < requests + 3, !Task.isCancelled {
                world.clock.advanceToNextWake(within: 10 * 86_400)
                await Task.yield()
            }
            #expect(!service.hasEnded)
            try await service.stop()
        }
    }

    @Test func wokenByATimerItMakesTheChecksThatAreDueAndEnds() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "level")
            try await world.install()
            let requests = world.manifestRequests
            // Nothing is due yet.
            let seconds = try await end(of: world, isWokenByTimer: true)
            #expect(seconds >= 60)
            #expect(world.manifestRequests == requests)
            world.clock.advance(by: 2 * 86_400)
            _ = try await end(of: world, isWokenByTimer: true)
            #expect(world.manifestRequests == requests + 1)
        }
    }
}
