// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Testing

@testable import ControlCommands

/// Commands for background URL sessions and notifications.
@Suite(.timeLimit(.minutes(2))) struct BackgroundCommandTests {
    @Test("Requests are listed with what they wait for, and with why one that runs does not get on")
    func listsSessions()
        async throws
    {
        func record(_ number: Int64, _ state: SessionTaskRecord.State, _ reason: String) -> SessionTaskRecord {
            SessionTaskRecord(
                bundleID: "com.example.a", session: "storms",
                task: SessionTask(number: number, kind: .download, request: FileRequest(url: "https://localhost/a")),
                state: state, waiting: reason)
        }
        try await ToolSession.with { session in
            session.peer.on(
                SessionsInterface.List.self,
                reply: .init(tasks: [record(1, .waiting, "no network"), record(2, .running, "nothing comes")]))
            let outcome = await session.run("sessions")
            #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome.output)")
            #expect(outcome.error == "storms 1 waits: no network\nstorms 2 stands still: nothing comes\n")
        }
    }

    @Test(
        "What is in a session is cancelled, and so much said",
        arguments: [
            ([], [1, 4], "Cancelled 2 tasks in storms of com.example.a.\n"),
            ([], [4], "Cancelled a task in storms of com.example.a.\n"),
            (["4"], [4], "Cancelled task 4 in storms of com.example.a.\n"),
        ] as [([String], [Int64], String)])
    func cancels(_ arguments: [String], _ numbers: [Int64], _ said: String) async throws {
        try await ToolSession.with { session in
            session.peer.on(SessionsInterface.Stop.self, reply: .init(numbers: numbers))
            let outcome = await session.run(["session", "cancel", "com.example.a", "storms"] + arguments)
            #expect(outcome.status == 0 && outcome.error == said, "\(outcome.error)")
        }
    }

    private static let photo = NotificationRecord(
        bundleID: "com.example.a",
        request: NotificationRequest(identifier: "photo", content: NotificationContent(title: "Photo")),
        state: .delivered)

    @Test("Notifications that were delivered are removed") func removes() async throws {
        try await ToolSession.with { session in
            session.peer.on(NotificationsInterface.List.self, reply: .init(notifications: [Self.photo]))
            session.peer.on(NotificationsInterface.Remove.self, reply: EmptyReply())
            let outcome = await session.run("notification", "remove", "com.example.a", "photo")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
            #expect(session.peer.methods.last == "Remove")
        }
    }

    @Test("One that was not delivered is told of, and none is removed") func removesNone() async throws {
        var waiting = Self.photo
        (waiting.request.identifier, waiting.state) = ("storm", .pending)
        try await ToolSession.with { [waiting] session in
            session.peer.on(NotificationsInterface.List.self, reply: .init(notifications: [Self.photo, waiting]))
            let outcome = await session.run("notification", "remove", "com.example.a", "photo", "storm")
            #expect(outcome.status == 66)
            #expect(outcome.error.contains("delivered no notification storm"), "\(outcome.error)")
            #expect(outcome.error.contains("`ba notifications`"), "\(outcome.error)")
            #expect(!session.peer.methods.contains("Remove"))
        }
    }
}
