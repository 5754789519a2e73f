// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import ToolSupport

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct ServiceCommandTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"

    @Test func showsAndChangesSettings() async throws {
        try await ToolSession.with { session in
            let record = SettingRecord(name: "idle", value: "120", defaultValue: "60", meaning: "seconds")
            session.peer.on(ControlInterface.SetSetting.self) { call, exchange in
                #expect(call.name == "idle")
                #expect(call.value == "120")
                try exchange.reply(EmptyReply())
            }
            session.peer.on(ControlInterface.Settings.self, reply: .init(settings: [record]))
            let outcome = await session.run("settings", "idle", "120")
            #expect(
                outcome.output == """
                    SETTING  VALUE  DEFAULT  MEANING
                    idle     120    60       seconds

                    """)
        }
    }

    @Test func takesASettingBackToItsDefault() async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.SetSetting.self) { call, exchange in
                #expect(call.value == nil)
                try exchange.reply(EmptyReply())
            }
            session.peer.on(ControlInterface.Settings.self, reply: .init(settings: []))
            #expect(await session.run("settings", "idle", "--default").status == 78)
            #expect(session.peer.methods == ["SetSetting", "Settings"])
        }
    }

    @Test(arguments: [
        ["settings", "--default"], ["settings", "a", "b", "--default"], ["url-override", "x", "--clear"],
    ])
    func refusesContradictions(arguments: [String]) async throws {
        try await ToolSession.with { session in #expect(await session.run(arguments).status == 64) }
    }

    @Test("A clock is advanced by a time, and by a year at most", arguments: ["", "6", "-6h", "infs", "nanh", "400d"])
    func refusesTimes(time: String) async throws {
        try await ToolSession.with { session in
            #expect(await session.run("service", "advance", "--", time).status == 64)
            #expect(session.peer.methods == [])
        }
    }

    @Test func trustsTheServersOwnAuthority() async throws {
        try await ToolSession.with { session in
            try session.write(Self.certificate, to: ".local/share/background-assets-serve/ca.pem")
            session.peer.on(ControlInterface.Trust.self) { call, exchange in
                #expect(call.pem == Self.certificate)
                try exchange.reply(ControlInterface.Trust.Reply(added: ["ab"], present: ["cd"]))
            }
            let outcome = await session.run("trust")
            #expect(outcome.status == 0)
            #expect(outcome.output == "Trusted from now on: ab\nTrusted already: cd\n")
        }
    }

    @Test func listsWhatIsTrusted() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                ControlInterface.TrustedCertificates.self,
                reply: .init(certificates: [
                    TrustedCertificate(fingerprint: "ab12", addedAt: 1_700_000_000, expiresAt: 1_800_000_000)
                ]))
            #expect(
                await session.run("trust", "--list").output == """
                    FINGERPRINT  SINCE       UNTIL
                    ab12         2023-11-14  2027-01-15

                    """)
        }
    }

    @Test(arguments: [["trust", "--list", "ca.pem"], ["trust", "--list", "--remove", "ab"]])
    func trustsOrListsOrRemoves(arguments: [String]) async throws {
        try await ToolSession.with { session in #expect(await session.run(arguments).status == 64) }
    }

    @Test func findsTheAuthorityByXDGRules() async throws {
        #expect(
            try TrustCommand.serverAuthorityPath(["XDG_DATA_HOME": "/data", "HOME": "/home/a"])
                == "/data/background-assets-serve/ca.pem")
        #expect(throws: ControlError.self) { try TrustCommand.serverAuthorityPath(["XDG_DATA_HOME": "relative"]) }
    }

    @Test(arguments: [([], Int32(66)), (["missing.pem"], 66), (["empty.pem"], 65)] as [([String], Int32)])
    func refusesFilesThatAreNoAuthority(arguments: [String], status: Int32) async throws {
        try await ToolSession.with { session in
            try session.write("nothing", to: "empty.pem")
            #expect(await session.run(["trust"] + arguments).status == status)
            #expect(session.peer.methods.isEmpty)
        }
    }

    @Test func setsTheURLOverride() async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.URLOverride.self) { call, exchange in
                #expect(!call.clear)
                try exchange.reply(ControlInterface.URLOverride.Reply(url: call.url))
            }
            #expect(await session.run("url-override", "https://[::1]:8443/").output == "https://[::1]:8443\n")
        }
    }

    @Test(arguments: [
        "http://localhost:8443", "localhost:8443", "https://", "https://a/b", "https://a?b", "https://u@a",
        "https://a#b",
    ])
    func refusesOtherOverrides(url: String) async throws {
        try await ToolSession.with { session in
            #expect(await session.run("url-override", url).status == 64)
            #expect(session.peer.methods.isEmpty)
        }
    }

    @Test func linesThatANewServiceTellsOnceMoreArePrintedOnce() {
        var printed = PrintedLines()
        func add(_ lines: String...) -> [Bool] { lines.map { printed.add($0) } }
        #expect(add("a", "b", "b") == [true, true, true])
        printed.beginAnew()
        // What came of the old one, and what it wrote in the end.
        #expect(add("a", "b", "b", "c", "a") == [false, false, false, true, true])
        #expect((0..<3000).allSatisfy { add("\($0)") == [true] })
    }

    /// Ctrl-C ends following; what had come by then has been written.
    @Test func aLogThatIsFollowedEndsWithCtrlC() async throws {
        try await ToolSession.with { session in
            let (calls, call) = AsyncStream.makeStream(of: Void.self)
            session.peer.on(ControlInterface.Logs.self) { _, exchange in
                try exchange.reply(ControlInterface.Logs.Reply(line: "one"), continues: true)
                try exchange.reply(ControlInterface.Logs.Reply(line: "two"), continues: true)
                call.finish()
            }
            async let outcome = session.run("logs", "-f")
            for await _ in calls {}
            session.interrupt()
            let ended = await outcome
            #expect(ended.status == 130)
            #expect(ended.error.isEmpty)
            #expect("one\ntwo\n".hasPrefix(ended.output))
        }
    }

    @Test(arguments: [([], "one\ntwo\n"), (["--json"], #"{"line":"one"}"# + "\n" + #"{"line":"two"}"# + "\n")])
    func printsTheLog(options: [String], text: String) async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.Logs.self) { call, exchange in
                #expect(call.follow)
                #expect(call.bundleID == Samples.app)
                try exchange.reply(ControlInterface.Logs.Reply(line: "one"), continues: true)
                try exchange.reply(ControlInterface.Logs.Reply(line: "two"))
            }
            #expect(await session.run(["logs", "-f", "--app", Samples.app] + options).output == text)
        }
    }

    @Test func aServiceThatSaysNothingIsNotWaitedForWithoutEnd() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self) { _, _ in }
            try session.write("4711\n/socket\n", to: "../state/service.lock")
            let error = await #expect(throws: ControlError.self) {
                try await session.connection(patience: .zero).call(AppsInterface.List())
            }
            #expect(error?.exitCode == .temporaryFailure)
            #expect(error?.description.contains("process 4711 was stopped (`kill -CONT 4711`") == true)
        }
    }

    @Test(arguments: [true, false]) func tellsProgramsWhetherItRan(_ runs: Bool) async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.Stop.self, reply: EmptyReply())
            if !runs { session.peer.stop() }
            let outcome = await session.run("service", "stop", "--json")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
            #expect(outcome.json as? [String: Bool] == ["wasRunning": runs])
        }
    }

    @Test func aServiceThatDoesNotRunIsStoppedAlready() async throws {
        try await ToolSession.with { session in
            session.peer.stop()
            let outcome = await session.run("service", "stop")
            #expect(outcome.status == 0)
            #expect(outcome.error == "The service does not run.\n")
        }
    }

    @Test func statusSaysThatItDoesNotRun() async throws {
        try await ToolSession.with { session in
            session.peer.stop()
            #expect(await session.run("service", "status").status == 69)
        }
    }

    @Test func showsItsStatus() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                ControlInterface.Status.self,
                reply: .init(
                    version: "1", protocolVersion: 1, processID: 42, root: "/r", socket: "/s", connections: 3,
                    activation: "on-demand"))
            let outcome = await session.run("service", "status")
            #expect(outcome.output.hasPrefix("running      process 42, on-demand\n"))
            // An older service says nothing of it.
            #expect(!outcome.output.contains("downloads"))
        }
    }

    @Test(arguments: [(0.000012, "0.012 ms"), (1e300, "?")])
    func showsHowLongTheQueueIs(_ seconds: Double, _ text: String) async throws {
        try await ToolSession.with { session in
            session.peer.on(
                ControlInterface.Status.self,
                reply: .init(
                    version: "1", protocolVersion: 1, processID: 42, root: "/r", socket: "/s", connections: 3,
                    activation: "on-demand",
                    queue: QueueFigures(
                        downloads: 10_000, transfers: 4, medianDecision: seconds, longestDecision: 0.0005),
                    tasks: TaskFigures(waiting: 11, running: 2, medianDecision: 0.00025, longestDecision: seconds)))
            let lines = await session.run("service", "status").output.split(separator: "\n").suffix(2)
            #expect(
                lines.map(String.init) == [
                    "downloads    10000 that have not ended, 4 of them under way; what is next was found in \(text) "
                        + "(0.5 ms at most)",
                    "tasks        11 that wait, 2 that run; what is next was found in 0.25 ms (\(text) at most)",
                ])
        }
    }

    @Test func reportsMethodsThatTheServiceLacks() async throws {
        try await ToolSession.with { session in
            let outcome = await session.run("packs")
            #expect(outcome.status == 70)
            #expect(outcome.error.contains("MethodNotFound"))
        }
    }
}
