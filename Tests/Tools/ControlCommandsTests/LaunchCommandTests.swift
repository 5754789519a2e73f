// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Synchronization
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct LaunchCommandTests {
    private static let answer = AppsInterface.Launch.Reply(
        executable: "/apps/Coast", directory: "/apps", environment: ["TOKEN": "t"])
    private static let refusal = ServiceError(.installationInProgress, "the app is being installed")

    @Test func becomesTheApp() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Launch.self, reply: Self.answer)
            let outcome = await session.run(
                ["launch", Samples.app, "--", "--play", "tutorial"], environment: ["TOKEN": "old", "A": "b"])
            #expect(outcome.status == 0)
            let image = try #require(session.processImages.first)
            #expect(image.executable == "/apps/Coast")
            #expect(image.arguments == ["/apps/Coast", "--play", "tutorial"])
            #expect(image.directory == "/apps")
            #expect(image.environment["TOKEN"] == "t")
            #expect(image.environment["A"] == "b")
        }
    }

    @Test("A version that an update has removed in that moment is not started: the new one is")
    func becomesTheNewVersion() async throws {
        try await ToolSession.with { session in
            let answers = Mutex(["/apps/1/Coast", "/apps/2/Coast"])
            session.peer.on(AppsInterface.Launch.self) { _, exchange in
                let path = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
                try exchange.reply(
                    AppsInterface.Launch.Reply(executable: path, directory: "/apps", environment: ["TOKEN": path]))
            }
            session.remove("/apps/1/Coast")
            let outcome = await session.run("launch", Samples.app)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(session.processImages.map(\.executable) == ["/apps/1/Coast", "/apps/2/Coast"])
            #expect(session.processImages.last?.environment["TOKEN"] == "/apps/2/Coast")
        }
    }

    @Test("A program that is not there is said so after three rounds") func goneForGood() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Launch.self, reply: Self.answer)
            session.remove(Self.answer.executable)
            let outcome = await session.run("launch", Samples.app)
            #expect(outcome.status == 66, "\(outcome.error)")
            #expect(outcome.error.contains("cannot run /apps/Coast"))
            #expect(session.peer.methods == ["Launch", "Launch", "Launch"])
        }
    }

    @Test("An app that was suspended goes on: no other process is made") func goesOn() async throws {
        try await ToolSession.with { session in
            var answer = Self.answer
            answer.processID = 4711
            session.peer.on(AppsInterface.Launch.self, reply: answer)
            let outcome = await session.run("launch", Samples.app, "--", "--play", "tutorial")
            #expect(outcome.status == 0)
            #expect(outcome.error.contains("its process 4711 goes on, in front, and is not told what follows --"))
            #expect(session.processImages.isEmpty)
        }
    }

    @Test func saysHowFarARefusedAppIs() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Launch.self, error: Self.refusal)
            let outcome = await session.run("launch", Samples.app)
            #expect(outcome.status == 75)
            #expect(outcome.error.contains("the app is being installed"))
            #expect(outcome.error.contains("--wait"))
            #expect(session.processImages.isEmpty)
        }
    }

    @Test func waitsWhenAskedTo() async throws {
        try await ToolSession.with { session in
            let refusals = Mutex(2)
            session.peer.on(AppsInterface.Launch.self) { _, exchange in
                let isRefused = refusals.withLock { count in
                    count -= 1
                    return count >= 0
                }
                if isRefused { try exchange.fail(Self.refusal) } else { try exchange.reply(Self.answer) }
            }
            session.peer.on(AppsInterface.Watch.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                try exchange.reply(Samples.progress(.downloadingAssets, 0.5), continues: true)
                try exchange.reply(Samples.progress(.finished, 1))
            }
            let outcome = await session.run("launch", Samples.app, "--wait")
            #expect(outcome.status == 0)
            #expect(session.processImages.count == 1)
            #expect(session.peer.methods == ["Launch", "Watch", "Launch", "Watch", "Launch"])
        }
    }

    @Test func doesNotWaitForAServiceThatRefusesForEver() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Launch.self, error: Self.refusal)
            session.peer.on(AppsInterface.Watch.self, reply: Samples.progress(.finished, 1))
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            #expect(await session.run("launch", Samples.app, "--wait").status == 75)
        }
    }

    @Test func reportsUnknownApps() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.Launch.self, error: ServiceError(.appNotFound, "there is no app com.example.coast"))
            let outcome = await session.run("launch", Samples.app)
            #expect(outcome.status == 66)
            #expect(outcome.error.contains("`ba apps`"))
        }
    }
}
