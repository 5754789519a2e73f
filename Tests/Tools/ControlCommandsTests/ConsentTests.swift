// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ServiceInterface
import Synchronization
import Testing
import ToolSupport

@testable import ControlCommands

/// What a person is asked before an app is installed that names sizes.
@Suite(.timeLimit(.minutes(1)))
struct ConsentTests {
    private static let waiting = InstallationProgress(
        bundleID: Samples.app, phase: .awaitingConsent, fraction: 0, completedBytes: 0, totalBytes: 0,
        sizes: InstallSizes(
            name: "The Coast", version: "1.0", appBytes: 12_000_000, maxAssetBytes: 2_100_000_000,
            maxEssentialBytes: 30_000_000))

    /// A terminal at which a person says yes.
    private static func context(
        _ session: ToolSession, whenAsked: @escaping @Sendable () -> Void
    ) -> ControlContext {
        ControlContext(
            console: Console(output: session.errors.writingEnd, error: session.errors.writingEnd), environment: [:],
            directory: session.folder, patience: .zero, connect: { _ throws(ControlError) in throw .interrupted },
            replaceProcess: { _ throws(ControlError) in }, interruptions: { AsyncStream { $0.finish() } },
            ask: { _ in
                whenAsked()
                return "y"
            })
    }

    /// A service that waits for consent, and what it was told.
    private func scripted(_ session: ToolSession) -> @Sendable () -> AppsInterface.ControlInstallation.Action? {
        let told = Told()
        session.peer.on(AppsInterface.Install.self) { call, exchange in
            #expect(call.consent == .asked)
            try exchange.reply(Self.waiting, continues: true)
            told.answered.wait()
            let isAgreed = told.action.withLock { $0 } == .consent
            try exchange.reply(Samples.progress(isAgreed ? .finished : .cancelled, 1))
        }
        session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
            #expect(call.bundleID == Samples.app)
            told.action.withLock { $0 = call.action }
            try exchange.reply(AppsInterface.ControlInstallation.Reply())
            told.answered.signal()
        }
        return { told.action.withLock { $0 } }
    }

    private final class Told: Sendable {
        let action = Mutex<AppsInterface.ControlInstallation.Action?>(nil)
        let answered = DispatchSemaphore(value: 0)
    }

    @Test("A11, B14: ba install shows the sizes, asks, and agrees", arguments: ["y", "yes", "Y"])
    func asks(answer: String) async throws {
        try await ToolSession.with { session in
            let action = scripted(session)
            let questions = Mutex<[String]>([])
            let outcome = await session.run(["install", "https://example.com/a.tar"]) { question in
                questions.withLock { $0.append(question) }
                return answer
            }
            #expect(outcome.status == 0, "\(outcome)")
            #expect(questions.withLock { $0 } == ["Install it? [y/N] "])
            #expect(action() == .consent)
            #expect(
                outcome.error.contains(
                    """
                    This is how much room it may take:
                    The Coast 1.0
                      the app                                   12 MB
                      essential assets, there when it is opened up to 30 MB
                      other assets                              up to 2.1 GB
                    """), "\(outcome.error)")
            #expect(outcome.error.contains("It is not signed, which is allowed for development."))
        }
    }

    @Test(
        "A11: what an app calls itself cannot be taken for the sizes below it",
        arguments: [
            ("Calculator 1.0\n  the app          10 kB", "Calculator 1.0\u{fffd} the app 10 kB 1.0"),
            ("Calculator\u{2028}\u{1b}[1A\u{202e}", "Calculator\u{fffd}\u{fffd}[1A\u{fffd} 1.0"),
            ("A" + String(repeating: " ", count: 70) + "the app", "A the app 1.0"),
            (String(repeating: "long ", count: 100), String(repeating: "long ", count: 12) + "lon… 1.0"),
            ("Die Küste 海岸", "Die Küste 海岸 1.0"),
        ])
    func names(name: String, title: String) {
        let sizes = InstallSizes(
            name: name, version: "1.0", appBytes: 12_000_000, maxAssetBytes: nil, maxEssentialBytes: nil)
        let lines = SizeText(sizes).text.split(omittingEmptySubsequences: false) { $0.isNewline }
        #expect(lines.map(String.init) == [title, "  the app                                   12 MB"])
    }

    @Test("A11: whatever is no yes declines", arguments: ["", "n", "no", "maybe", nil])
    func refuses(answer: String?) async throws {
        try await ToolSession.with { session in
            let action = scripted(session)
            let outcome = await session.run(["install", "https://example.com/a.tar"]) { _ in answer }
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("was cancelled"))
            #expect(action() == .decline)
        }
    }

    @Test(
        "A11: consent goes with --yes, is asked for in a terminal, and is none in scripts",
        arguments: [
            (["--yes"], true, InstallConsent.given), (["-y"], false, .given), ([], true, .asked), ([], false, nil),
            (["--json"], true, nil), (["--json", "--yes"], false, .given),
        ])
    func whatIsSent(flags: [String], hasTerminal: Bool, consent: InstallConsent?) async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                #expect(call.consent == consent)
                try exchange.reply(Samples.progress(.finished, 1))
            }
            let ask: @Sendable (String) async -> String? = { _ in "n" }
            let outcome = await session.run(
                ["install", "https://example.com/a.tar"] + flags, ask: hasTerminal ? ask : nil)
            #expect(outcome.status == 0)
        }
    }

    @Test("A11: a service that is started again while somebody is asked is told the same answer") func restart()
        async throws
    {
        try await ToolSession.with { session in
            let told = Told()
            let calls = Mutex(0)
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                let count = calls.withLock { count in
                    count += 1
                    return count
                }
                try exchange.reply(Self.waiting, continues: true)
                told.answered.wait()
                if count == 1 { return exchange.hangUp() }
                try exchange.reply(Samples.progress(.finished, 1))
            }
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                told.action.withLock { $0 = call.action }
                try exchange.reply(AppsInterface.ControlInstallation.Reply())
                told.answered.signal()
            }
            let questions = Mutex(0)
            let outcome = await session.run(["install", "https://example.com/a.tar"]) { _ in
                questions.withLock { $0 += 1 }
                return "y"
            }
            #expect(outcome.status == 0, "\(outcome)")
            #expect(questions.withLock { $0 } == 1 && calls.withLock { $0 } == 2)
        }
    }

    @Test("A11: while somebody is asked nothing else is shown, as what a service does again that was started anew")
    func openQuestion() async throws {
        try await ToolSession.with { session in
            let (answers, answered) = AsyncStream.makeStream(of: Void.self)
            session.peer.on(AppsInterface.ControlInstallation.self) { _, exchange in
                try exchange.reply(AppsInterface.ControlInstallation.Reply())
                answered.finish()
            }
            let states = Mutex<[Bool]>([])
            let posed = Mutex<ConsentQuestion?>(nil)
            @Sendable func note() {
                let isOpen = posed.withLock { $0?.isOpen == true }
                states.withLock { $0.append(isOpen) }
            }
            let context = Self.context(session) { note() }
            let question = ConsentQuestion(
                link: try session.connection(patience: .seconds(5)), context: context)
            posed.withLock { $0 = question }
            note()
            let running = Task { try await question.run() }
            question.pose(Self.waiting)
            for await _ in answers {}
            note()
            running.cancel()
            try await running.value
            #expect(states.withLock { $0 } == [false, true, false])
        }
    }

    @Test("A11: what was changed while somebody was asked is asked for anew, and what was agreed to is named")
    func changedSizes() async throws {
        try await ToolSession.with { session in
            var changed = Self.waiting
            changed.sizes?.maxAssetBytes = 900_000_000_000
            let (first, second) = (Self.waiting, changed)
            let (answers, answered) = AsyncStream.makeStream(of: Void.self)
            let agreed = Mutex<[InstallSizes?]>([])
            let posed = Mutex<ConsentQuestion?>(nil)
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                agreed.withLock { $0.append(call.sizes) }
                if call.sizes == second.sizes {
                    try exchange.reply(AppsInterface.ControlInstallation.Reply())
                    answered.finish()
                } else {
                    posed.withLock { $0?.pose(second) }
                    try exchange.fail(ServiceError(.consentRequired, "other sizes"))
                }
            }
            let asked = Mutex(0)
            let context = Self.context(session) { asked.withLock { $0 += 1 } }
            let question = ConsentQuestion(link: try session.connection(patience: .seconds(5)), context: context)
            posed.withLock { $0 = question }
            let running = Task { try await question.run() }
            question.pose(first)
            for await _ in answers {}
            running.cancel()
            try await running.value
            #expect(asked.withLock { $0 } == 2 && agreed.withLock { $0 } == [first.sizes, second.sizes])
        }
    }

    @Test("A11: Ctrl-C while somebody is asked says that nothing is left") func interruption() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                try exchange.reply(Self.waiting, continues: true)
            }
            let outcome = await session.run(["install", "https://example.com/a.tar"]) { _ in
                session.interrupt()
                let never = AsyncStream.makeStream(of: Void.self)
                for await _ in never.stream {}
                never.continuation.finish()
                return nil
            }
            #expect(outcome.status == 130)
            #expect(outcome.error.contains("nothing is left behind"))
        }
    }

    @Test("A11: --yes beside somebody who is being asked agrees, and asks nobody") func agreed() async throws {
        try await ToolSession.with { session in
            let told = Told()
            session.peer.on(AppsInterface.Install.self) { call, exchange in
                #expect(call.consent == .given)
                try exchange.reply(Self.waiting, continues: true)
                told.answered.wait()
                try exchange.reply(Samples.progress(.finished, 1))
            }
            session.peer.on(AppsInterface.ControlInstallation.self) { call, exchange in
                told.action.withLock { $0 = call.action }
                try exchange.reply(AppsInterface.ControlInstallation.Reply())
                told.answered.signal()
            }
            let outcome = await session.run(["install", "https://example.com/a.tar", "--yes"]) { _ in
                Issue.record("somebody was asked")
                return "n"
            }
            #expect(outcome.status == 0 && !outcome.error.contains("how much room"), "\(outcome)")
            #expect(told.action.withLock { $0 } == .consent)
        }
    }

    @Test("A11: the error for want of consent tells what to do") func noConsent() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.Install.self) { _, exchange in
                var last = Samples.progress(.failed, 0, detail: "nobody agreed: `ba install SOURCE --yes` does")
                last.errorCode = "ConsentRequired"
                try exchange.reply(last)
            }
            let outcome = await session.run("install", "https://example.com/a.tar")
            #expect(outcome.status == 77)
            #expect(outcome.error.contains("--yes"))
        }
    }
}
