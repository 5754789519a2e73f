// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What servers ask of background URL sessions, answered by the delegates of an app that is a program of its own.
@Suite("D4: Challenges of background sessions", .timeLimit(.minutes(2))) struct SessionChallengeTests {
    private static let answer = "Basic " + Data("ada:hUsH".utf8).base64EncodedString()
    private static let demand = Fault.status(
        401, headers: [("WWW-Authenticate", "Basic realm=\"vault\"")], body: "who asks?")

    private func with(
        faults: [Fault] = [], _ body: (TaskWorld, String) async throws -> Void
    ) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureSessions") { tasks in
            try tasks.world.folder.write("", to: "said")
            tasks.world.server.serve(
                "/vault", Array("gold".utf8), faults: faults,
                finally: Self.demand.unless("Authorization", Self.answer))
            try await body(tasks, tasks.world.server.url("/vault"))
        }
    }

    private func hits(_ tasks: TaskWorld) -> [String?] {
        tasks.world.server.requests.filter { $0.path == "/vault" }.map { $0["Authorization"] }
    }

    @Test("A delegate says who asks, once for all tasks of its session") func password() async throws {
        try await with { tasks, url in
            try tasks.world.folder.write("hUsH", to: "password")
            try await tasks.open("download \(url)")
            #expect(tasks.said() == ["asked for vault 0", "wrote 4", "downloaded gold", "completed errand"])
            #expect(hits(tasks) == [nil, Self.answer])
        }
    }

    @Test("Without a credential, or with wrong ones, the refusal is the answer") func refused() async throws {
        try await with { tasks, url in
            try await tasks.open("data \(url)")
            #expect(tasks.said() == ["asked for vault 0", "response 401", "data who asks?", "completed errand"])
            #expect(hits(tasks) == [nil])
            try tasks.world.folder.write("wrong", to: "password")
            try await tasks.open("data \(url)")
            #expect(
                tasks.said().dropFirst(4) == [
                    "asked for vault 0", "asked for vault 1", "asked for vault 2", "asked for vault 3",
                    "asked for vault 4",
                    "response 401", "data who asks?", "completed errand",
                ], "\(tasks.said())")
        }
    }

    @Test("What the delegate cancels is cancelled") func cancelled() async throws {
        try await with { tasks, url in
            try tasks.world.folder.write("cancel", to: "password")
            try await tasks.open("download \(url)")
            #expect(tasks.said() == ["asked for vault 0", "completed errand -999"])
            try tasks.world.folder.write("", to: "doubt")
            try await tasks.open("download \(url)")
            #expect(tasks.said().dropFirst(2) == ["completed errand -1202"])
            #expect(hits(tasks) == [nil])
        }
    }

    @Test("An app that is away is woken to say who asks, and is let go of") func waking() async throws {
        try await with(faults: [.cut(after: 0, abruptly: true)]) { tasks, url in
            try tasks.world.folder.write("hUsH", to: "password")
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.requests.contains { $0.path == "/vault" } }
            try await tasks.waitForNoProcess()
            _ = try await tasks.world.wait {
                try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.waiting.map { _ in true }
            }
            tasks.world.clock.advance(by: 60)
            try await tasks.waitForWord("downloaded gold")
            #expect(tasks.said().prefix(2) == ["woken for isStormy", "asked for vault 0"])
            #expect(hits(tasks) == [nil, nil, Self.answer])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("One that is suspended goes on to say who asks, and is suspended again") func suspended() async throws {
        try await with(faults: [.cut(after: 0, abruptly: true)]) { tasks, url in
            try tasks.world.folder.write("hUsH", to: "password")
            let app = try await tasks.start(["stay \(url)"])
            await tasks.world.server.wait { $0.requests.contains { $0.path == "/vault" } }
            _ = try await tasks.world.wait {
                try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.waiting.map { _ in true }
            }
            kill(app.processIdentifier, SIGSTOP)
            _ = try await tasks.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            tasks.world.clock.advance(by: 60)
            try await tasks.waitForWord("downloaded gold")
            #expect(hits(tasks) == [nil, nil, Self.answer])
            _ = try await tasks.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("A delegate answers by what its functions return, too") func functions() async throws {
        try await with { tasks, url in
            try tasks.world.folder.write("hUsH", to: "password")
            try await tasks.open("functions \(url)")
            #expect(
                tasks.said() == ["asked in an async function", "response of a size", "data gold", "invalid"],
                "\(tasks.said())")
        }
    }

    @Test("An app that is woken to say who asks, and never says it, is woken three times: the refusal is the answer")
    func absent() async throws {
        try await with(faults: [.cut(after: 0, abruptly: true)]) { tasks, url in
            try tasks.world.folder.write("", to: "absent")
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.requests.contains { $0.path == "/vault" } }
            try await tasks.waitForNoProcess()
            _ = try await tasks.world.wait { () async throws -> Bool? in
                tasks.world.clock.advance(by: 60)
                let tasks = try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks
                return tasks.first?.state == .ended ? true : nil
            }
            // The first one was cut off, before anybody was asked anything.
            #expect(hits(tasks) == [nil, nil, nil, nil, nil])
        }
    }

    @Test("Nobody answers for another process") func strangers() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let app = try await SessionClient(world)
            let stranger = try await world.app()
            defer {
                app.close()
                stranger.close()
            }
            let call = SessionsInterface.AnswerChallenge(
                session: "weather", id: "none", reply: ChallengeReply(.performDefaultHandling))
            // A question that there is not: nothing happens.
            _ = try await app.call(call)
            let error = await #expect(throws: ServiceError.self) {
                _ = try await world.call(
                    SessionsInterface.AnswerChallenge(
                        bundleID: ServiceWorld.bundleID, session: "weather", id: "none",
                        reply: ChallengeReply(.performDefaultHandling)))
            }
            #expect(error?.code == .notAttributed)
        }
    }
}
