// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct RunCommandTests {
    @Test func becomesTheProgramWithTheAppsIdentity() async throws {
        try await ToolSession.with { session in
            let program = try session.write("#!/bin/sh\n", to: "bin/play", mode: 0o755)
            session.peer.on(AppsInterface.Identify.self, reply: .init(environment: ["TOKEN": "t"]))
            let outcome = await session.run(
                ["run", "--app", Samples.app, "--", "play", "--fast"],
                environment: ["PATH": "/nowhere:\(session.folder)/bin"])
            #expect(outcome.status == 0)
            let image = try #require(session.processImages.first)
            #expect(image.executable == program)
            #expect(image.arguments == ["play", "--fast"])
            #expect(image.environment["TOKEN"] == "t")
            #expect(image.directory == nil)
        }
    }

    @Test(arguments: ["play", "./play", "bin"])
    func refusesWhatCannotBeRun(command: String) async throws {
        try await ToolSession.with { session in
            try session.write("text", to: "play")
            try session.write("", to: "bin/other")
            let outcome = await session.run(
                ["run", "--app", Samples.app, "--", command], environment: ["PATH": session.folder])
            #expect(outcome.status == 66)
            #expect(session.peer.methods.isEmpty)
        }
    }

    @Test func needsACommand() async throws {
        try await ToolSession.with { session in
            #expect(await session.run("run", "--app", Samples.app).status == 64)
        }
    }
}
