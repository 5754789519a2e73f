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

/// Events that a developer simulates, with a real service and extension.
@Suite("Simulated events", .timeLimit(.minutes(5))) struct SimulationTests {
    private static let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func develop(_ world: ServiceWorld) async throws {
        _ = try await world.call(ControlInterface.SetSetting(name: "developer-mode", value: "on"))
    }

    @discardableResult
    private func simulate(
        _ event: SimulatedEvent, in world: ServiceWorld, of bundleID: String = ServiceWorld.bundleID
    ) async throws -> String? {
        try await world.call(DebugInterface.Simulate(bundleID: bundleID, event: event)).refusal
    }

    private func code(_ body: () async throws -> Void) async -> ServiceError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServiceError ?? (error as? VarlinkError).flatMap { ServiceError($0) })?.code
        }
    }

    @Test(
        "B15: the extension of an app that manages its assets itself gets the request, and what it wants is fetched",
        arguments: [
            (SimulatedEvent.appInstall, "1"), (.appUpdate, "2"), (.appPeriodicCheck, "3"), (.appLanguageChange, "4"),
        ])
    func requests(_ event: SimulatedEvent, _ number: String) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            try await develop(world)
            world.server.serve("/s1", Self.bytes)
            world.serveContent(["s1 -"])
            #expect(try await simulate(event, in: world) == nil)
            _ = try await world.wait { world.cached("s1.finished") }
            #expect(world.cached("request") == number)
        }
    }

    @Test(
        "B15: of an app that has nothing to be told no event is said to be sent",
        arguments: [.appInstall, .appUpdate, .appPeriodicCheck, .appLanguageChange, .unknown] as [SimulatedEvent])
    func nothingToTell(_ event: SimulatedEvent) async throws {
        try await ServiceWorld.with(isManaged: false) { world in
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app/Extensions"))
            try await world.install()
            try await develop(world)
            let expected: ServiceError.Code = event == .unknown ? .settingInvalid : .configurationInvalid
            #expect(await code { try await simulate(event, in: world) } == expected)
        }
    }

    @Test("A14: a person has an app asked that manages its assets itself, and hears what came of it")
    func askedByAPerson() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            world.server.serve("/s1", Self.bytes)
            world.serveContent(["s1 -", "s1 -"])
            let ask = FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID)
            #expect(try await world.call(AppsInterface.List()).apps.map(\.requestsContent) == [true])
            let reply = try await world.call(ask)
            #expect(reply.wanted == 2)
            #expect(reply.refusals.count == 1, "\(reply.refusals)")
            _ = try await world.wait { world.cached("s1.finished") }
            #expect(world.cached("request") == "3")
            // It is told why it was not, and an app does not ask for this itself.
            _ = try await world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            #expect(await code { _ = try await world.call(ask) } == .extensionFailed)
            let app = try await world.app()
            #expect(await code { _ = try await ServiceWorld.call(ask, on: app) } == .notAttributed)
            let other = FilesInterface.RequestContent(bundleID: "com.example.none")
            #expect(await code { _ = try await world.call(other) } == .appNotFound)
        }
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            #expect(try await world.call(AppsInterface.List()).apps.map(\.requestsContent) == [false])
            let ask = FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID)
            #expect(await code { _ = try await world.call(ask) } == .configurationInvalid)
        }
    }

    @Test("B15: packs of the event are fetched that are not here", arguments: [SimulatedEvent.appInstall, .appUpdate])
    func packs(_ event: SimulatedEvent) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            try await develop(world)
            try await world.publish("New", version: 1, text: "n", policy: .prefetch([.firstInstallation]))
            try await world.publish("Newer", version: 1, text: "n", policy: .prefetch([.subsequentUpdate]))
            try await world.publish("Declined", version: 1, text: "n", policy: .prefetch([.firstInstallation]))
            try await simulate(event, in: world)
            try await world.waitForVersion(1, of: event == .appInstall ? "New" : "Newer")
            #expect(try await world.localVersion(event == .appInstall ? "Newer" : "New") == nil)
            #expect(try await world.localVersion("Declined") == nil)
        }
    }

    @Test("B15: run time that is used up is whole again; other reasons not to run are told") func runTime() async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            try await develop(world)
            // Every event makes it whole, and what comes of it is what is asked for and told.
            for (number, event) in [SimulatedEvent.appInstall, .appUpdate, .appPeriodicCheck].enumerated() {
                try await world.exhaustRunTime()
                #expect(
                    try await world.explain(ServiceWorld.bundleID).contains {
                        $0.state == "not run" && $0.condition == .runTimeUsedUp
                    })
                world.server.serve("/s\(number)", Self.bytes)
                world.serveContent(["s\(number) -"])
                #expect(try await simulate(event, in: world) == nil)
                _ = try await world.wait { world.cached("s\(number).finished") }
                #expect(try await world.explain(ServiceWorld.bundleID).allSatisfy { $0.condition != .runTimeUsedUp })
                try await world.waitForNoEndings()
            }
            _ = try await world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            let refusal = try #require(try await simulate(.appInstall, in: world))
            #expect(refusal.contains("background refresh"))
        }
    }

    @Test("B15, B17: a log that is followed ends with developer mode") func endOfDeveloperMode() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            world.keepsLog = true
            try await world.restart()
            try await world.install()
            try await develop(world)
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let (lines, line) = AsyncStream.makeStream(of: Void.self)
            let following = Task {
                for try await _ in try connection.stream(
                    DebugInterface.Logs.method, DebugInterface.Logs(bundleID: ServiceWorld.bundleID, follow: true),
                    returning: DebugInterface.Logs.Reply.self)
                { line.yield() }
            }
            for await _ in lines { break }
            // Another setting ends nothing.
            try await world.set("concurrent-transfers", "2")
            try await world.set("developer-mode", "off")
            #expect(await code { try await following.value } == .developerModeOff)
        }
    }

    @Test("B15: only in developer mode, and only by tools; what is not there is named") func refusals() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            #expect(await code { try await simulate(.appInstall, in: world) } == .developerModeOff)
            #expect(
                await code {
                    try await world.stream(DebugInterface.Logs(bundleID: ServiceWorld.bundleID, follow: false)) { _ in }
                } == .developerModeOff)
            let device = try await world.call(DebugInterface.Device())
            #expect(device.developerMode == false)
            #expect(UUID(uuidString: device.id) != nil)
            try await develop(world)
            #expect(await code { try await simulate(.appInstall, in: world, of: "com.example.none") } == .appNotFound)
            #expect(await code { try await simulate(.unknown, in: world) } == .settingInvalid)
            let app = try await world.app()
            defer { app.close() }
            #expect(
                await code {
                    _ = try await ServiceWorld.call(
                        DebugInterface.Simulate(bundleID: ServiceWorld.bundleID, event: .appInstall), on: app)
                } == .notAttributed)
            // The ID stays over a restart.
            try await world.restart()
            let again = try await world.call(DebugInterface.Device())
            #expect(again.id == device.id)
            #expect(again.developerMode)
        }
    }
}
