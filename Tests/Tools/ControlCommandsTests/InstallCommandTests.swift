// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Synchronization
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct InstallCommandTests {
    @Test func installsFromAPathAndSaysHowToStart() async throws {
        try await ToolSession.with { session in
            try session.write("", to: "Coast.app/Info.plist")
            let sources = Mutex<[String]>([])
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                sources.withLock { $0.append(call.source) }
                #expect(call.allowDowngrade)
                #expect(!call.callID.isEmpty)
                try exchange.reply(Samples.progress(.installing, 0.1), continues: true)
                try exchange.reply(Samples.progress(.downloadingAssets, 0.5), continues: true)
                try exchange.reply(Samples.progress(.finished, 1))
            }
            let outcome = await session.run("install", "Coast.app", "--allow-downgrade")
            #expect(outcome.status == 0)
            #expect(sources.withLock { $0 } == [session.folder + "/Coast.app"])
            #expect(outcome.output == "Installed com.example.coast. Start it with: ba launch com.example.coast\n")
            #expect(outcome.error.contains("com.example.coast: 50 %, fetching assets  500 B of 1 kB"))
        }
    }

    @Test func takesHTTPSURLsAsTheyAre() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                #expect(call.source == "https://example.com/Coast.tar.zst")
                try exchange.reply(Samples.progress(.finished, 1, detail: "Sounds failed to download"))
            }
            let outcome = await session.run("install", "https://example.com/Coast.tar.zst")
            #expect(outcome.status == 0)
            #expect(outcome.error.contains("warning: Sounds failed to download"))
        }
    }

    private static let url = "https://example.com/apps/com.example.coast"

    @Test(
        "A token comes out of a file, and is for the host of a URL alone",
        arguments: [
            (url, "token", 0, "badt_1"), (url, nil, 0, nil), (url, "empty", 65, nil), (url, "two", 65, nil),
            (url, "none", 66, nil), ("Coast.app", "token", 64, nil),
        ] as [(String, String?, Int32, String?)])
    func tokens(source: String, file: String?, status: Int32, shown: String?) async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                #expect(status == 0 && call.token == shown)
                try exchange.reply(Samples.progress(.finished, 1))
            }
            try session.write("badt_1\n", to: "token")
            try session.write("\n", to: "empty")
            try session.write("badt_1 badt_2\n", to: "two")
            try session.write("", to: "Coast.app/Info.plist")
            let outcome = await session.run(["install", source] + (file.map { ["--token-file", $0] } ?? []))
            #expect(outcome.status == status, "\(outcome.error)")
            #expect(!outcome.error.contains("badt_"))
        }
    }

    @Test func noSourceIsNotTheCurrentFolder() async throws {
        try await ToolSession.with { session in
            let outcome = await session.run("install", "")
            #expect(outcome.status == 64)
            #expect(outcome.error.contains("argument 2 is empty"))
        }
    }

    @Test func printsAnObjectALineForPrograms() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                try exchange.reply(Samples.progress(.installing, 0.25), continues: true)
                try exchange.reply(Samples.progress(.finished, 1))
            }
            let outcome = await session.run("install", "https://example.com/a.aar", "--json")
            #expect(outcome.status == 0)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains(#""fraction":0.25"#) == true)
            #expect(lines.last?.contains(#""phase":"finished""#) == true)
            #expect(outcome.error.isEmpty)
        }
    }

    @Test(arguments: [
        (InstallationProgress.Phase.failed, Int32(1), "the extension crashed"),
        (.cancelled, 1, "was cancelled"),
    ])
    func reportsInstallationsThatCameToNothing(
        phase: InstallationProgress.Phase, status: Int32, text: String
    ) async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.Install.self, reply: Samples.progress(phase, 0.4, detail: "the extension crashed"))
            let outcome = await session.run("install", "https://example.com/a.aar")
            #expect(outcome.status == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.error.contains(text))
        }
    }

    @Test(arguments: [
        (ServiceError.Code.appNotFound, Int32(66)), (.bundleInvalid, 65), (.configurationInvalid, 78),
        (.downgradeRefused, 77), (.installationInProgress, 75), (.manifestUnavailable, 69), (.outOfSpace, 73),
        (.extensionFailed, 1), (.internalError, 70), (.init(rawValue: "OfTheFuture"), 70),
    ])
    func givesEachCauseItsExitStatus(code: ServiceError.Code, status: Int32) async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self, error: ServiceError(code, "the reason in words"))
            let outcome = await session.run("install", "https://example.com/a.aar")
            #expect(outcome.status == status)
            #expect(outcome.error.contains("error: the reason in words"))
        }
    }

    @Test("A service that comes back is followed on, by the same call ID", arguments: [true, false])
    func followsAServiceThatComesBack(_ hasAnswered: Bool) async throws {
        try await ToolSession.with { session in
            let callIDs = Mutex<[String]>([])
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                let count = callIDs.withLock { callIDs in
                    callIDs.append(call.callID)
                    return callIDs.count
                }
                switch count {
                case 1:
                    if hasAnswered { try exchange.reply(Samples.progress(.installing, 0.2), continues: true) }
                    exchange.hangUp()
                case 2 where !hasAnswered: exchange.hangUp()
                case 2: try exchange.fail(ServiceError(.serviceStopping, "the service is ending"))
                default: try exchange.reply(Samples.progress(.finished, 1))
                }
            }
            let outcome = await session.run("install", "https://example.com/a.aar")
            #expect(outcome.status == 0, "\(outcome.error)")
            let ids = callIDs.withLock { $0 }
            #expect(ids.count == 3 && Set(ids).count == 1)
        }
    }

    @Test func tellsOfAServiceThatWentAway() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                try exchange.reply(Samples.progress(.installing, 0.2), continues: true)
                exchange.hangUp()
            }
            let outcome = await session.run("install", "https://example.com/a.aar")
            #expect(outcome.status == 69)
        }
    }

    @Test(arguments: [("http://example.com/a.aar", Int32(64)), ("file:///tmp/a", 64), ("Missing.app", 66)])
    func refusesOtherSources(source: String, status: Int32) async throws {
        try await ToolSession.with { session in
            #expect(await session.run("install", source).status == status)
            #expect(session.peer.methods.isEmpty)
        }
    }

    @Test func interruptionLeavesTheInstallationToTheService() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                try exchange.reply(Samples.progress(.downloadingAssets, 0.3), continues: true)
            }
            async let outcome = session.run("install", "https://example.com/a.aar")
            #expect(await session.errors.waitFor("fetching assets"))
            session.interrupt()
            #expect(await outcome.status == 130)
            #expect(await outcome.error.contains("`ba cancel com.example.coast`"))
            #expect(session.peer.methods == ["Install"])
        }
    }

    @Test func interruptionCancelsWhenAskedTo() async throws {
        try await ToolSession.with { session in
            let installation = Mutex<ScriptedPeer.Exchange?>(nil)
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                installation.withLock { $0 = exchange }
                try exchange.reply(Samples.progress(.downloadingAssets, 0.3), continues: true)
            }
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                #expect(call.bundleID == Samples.app)
                #expect(call.action == .cancel)
                try exchange.reply(EmptyReply())
                try installation.withLock { $0 }?.reply(Samples.progress(.cancelled, 0.3))
            }
            async let outcome = session.run("install", "https://example.com/a.aar", "--cancel-on-interrupt")
            #expect(await session.errors.waitFor("fetching assets"))
            session.interrupt()
            #expect(await outcome.status == 130)
            #expect(await outcome.error.contains("was cancelled"))
        }
    }
}
