// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import ControlCommands

/// What a shell offers, as its script asks for it.
@Suite(.timeLimit(.minutes(2))) struct CompletionTests {
    @Test(arguments: [
        (["launch", "--", "positional@0", "0", "0"], ["com.example.a", "com.example.b"]),
        (["pack", "get", "--", "positional@0", "0", "0"], ["Level", "Music"]),
        (["pack", "remove", "--", "--app", "0", "0"], ["com.example.a", "com.example.b"]),
        (["explain", "--", "positional@0", "0", "0"], ["Level", "Music", "com.example.a", "com.example.b"]),
        (["settings", "--", "positional@0", "0", "0"], ["idle-timeout"]),
        // What is on the line is not offered again, but for the word that the cursor is in.
        (["pack", "get", "--", "positional@0", "4", "0", "ba", "pack", "get", "Level", ""], ["Music"]),
        (["pack", "get", "--", "positional@0", "3", "5", "ba", "pack", "get", "Level"], ["Level", "Music"]),
        // Packs of the app that is named.
        (
            ["pack", "get", "--", "positional@0", "3", "0", "ba", "pack", "get", "", "--app", "com.example.b"],
            ["Level"]
        ), (["explain", "--", "positional@0", "3", "0", "ba", "explain", "--app=com.example.b", ""], ["Level"]),
    ])
    func offersWhatTheServiceKnows(request: [String], expected: [String]) async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [Samples.record("com.example.b"), Samples.record("com.example.a")]))
            session.peer.on(
                PacksInterface.List.self,
                reply: .init(packs: [
                    Samples.pack("Music"), Samples.pack("Level"), Samples.pack("Level", of: "com.example.b"),
                ]))
            session.peer.on(
                ControlInterface.Settings.self,
                reply: .init(settings: [.init(name: "idle-timeout", value: "60", defaultValue: "60", meaning: "")]))
            let outcome = await session.run(["---completion"] + request)
            #expect(outcome.status == 0)
            #expect(outcome.error.isEmpty)
            #expect(outcome.output.split(separator: "\n").map(String.init) == expected)
        }
    }

    @Test func offersNothingWhenTheServiceSaysNothing() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self) { _, _ in }
            let outcome = await session.run(["---completion", "launch", "--", "positional@0", "0", "0"])
            #expect(outcome.status == 0)
            #expect(outcome.error.isEmpty && outcome.output.split(separator: "\n").isEmpty, "\(outcome)")
        }
    }

    @Test func offersNothingWithoutAService() async throws {
        try await ToolSession.with { session in
            session.peer.stop()
            let outcome = await session.run(["---completion", "launch", "--", "positional@0", "0", "0"])
            #expect(outcome.status == 0)
            #expect(outcome.error.isEmpty && outcome.output.split(separator: "\n").isEmpty, "\(outcome)")
        }
    }
}
