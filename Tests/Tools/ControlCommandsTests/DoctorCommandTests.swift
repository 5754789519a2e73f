// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct DoctorCommandTests {
    @Test func printsFindings() async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.Doctor.self) { call, exchange in
                #expect(call.subject == nil)
                try exchange.reply(
                    ControlInterface.Doctor.Reply(findings: [
                        Finding(level: .ok, subject: "Landlock", message: "ABI 7"),
                        Finding(level: .warning, subject: "disk", message: "1 GB is left"),
                        Finding(level: .error, subject: "socket", message: "somebody else's"),
                    ]))
            }
            let outcome = await session.run("doctor")
            #expect(outcome.status == 78)
            #expect(
                outcome.output == """
                    ok      Landlock: ABI 7
                    warning disk: 1 GB is left
                    ERROR   socket: somebody else's

                    """)
            #expect(outcome.error == "error: 1 error found\n")
        }
    }

    @Test func addsWhatTheServiceDoesNotSay() async throws {
        try await ToolSession.with { session in
            var app = SampleBundle.managed.filter { $0.key.hasPrefix("CF") }
            app["CFBundleVersion"] = nil
            try session.write(try SampleBundle.xml(app), to: "Coast.app/Info.plist")
            try session.write("#!", to: "Coast.app/Coast", mode: 0o755)
            session.peer.on(ControlInterface.Doctor.self) { call, exchange in
                #expect(call.subject == session.folder + "/Coast.app")
                let finding = Finding(level: .error, subject: "bundle", message: "it lacks the key CFBundleVersion")
                try exchange.reply(ControlInterface.Doctor.Reply(findings: [finding]))
            }
            let outcome = await session.run("doctor", "Coast.app")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2 && lines[1] == "ERROR   bundle: it lacks the key CFBundleVersion", "\(lines)")
            #expect(lines.first?.contains("it is not signed, which is allowed for development") == true)
        }
    }

    @Test func examinesABundleWithNoService() async throws {
        try await ToolSession.with { session in
            session.peer.stop()
            try session.write(try SampleBundle.xml(SampleBundle.managed), to: "Coast.app/Info.plist")
            let outcome = await session.run("doctor", "Coast.app")
            #expect(outcome.status == 78)
            #expect(outcome.output.contains("no downloader extension"))
            #expect(outcome.output.contains("Coast: it is missing or no regular file"))
            #expect(outcome.output.contains("warning service"))
        }
    }

    @Test func asksForAnAppByItsIdentifier() async throws {
        try await ToolSession.with { session in
            session.peer.on(ControlInterface.Doctor.self) { call, exchange in
                #expect(call.subject == Samples.app)
                try exchange.reply(ControlInterface.Doctor.Reply(findings: []))
            }
            #expect(await session.run("doctor", Samples.app).output == "Everything is as it should be.\n")
        }
    }

    @Test func aServiceThatIsNotThereIsAFinding() async throws {
        try await ToolSession.with { session in
            session.peer.stop()
            #expect(await session.run("doctor").status == 78)
        }
    }

    @Test func needsABundleThatIsThere() async throws {
        try await ToolSession.with { session in #expect(await session.run("doctor", "Missing.app").status == 66) }
    }
}
