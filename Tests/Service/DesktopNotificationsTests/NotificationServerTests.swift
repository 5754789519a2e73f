// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Logging
import MessageBus
import Testing

@testable import DesktopNotifications

extension NotificationSignal {
    /// Whether it says that a server is gone.
    fileprivate var isEnd: Bool { if case .serverGone = self { true } else { false } }
}

/// A real bus, and a notification server on it.
@Suite("D6: Notifications on a desktop", .timeLimit(.minutes(2))) struct NotificationServerTests {
    private static let photo = DesktopNotification(
        application: "Stormy", desktopEntry: "com.example.stormy", summary: "Stormy skies!",
        body: "Winds > 60 km/h & rain",
        actions: [.init(id: "default", title: "Open"), .init(id: "later", title: "Later")])

    private func with(
        _ capabilities: [String] = ["body", "actions", "body-markup"], showing shown: [UInt32: String] = [:],
        by owner: String? = nil,
        _ body: (NotificationServer, TestDesktop, NotificationDesk, inout AsyncStream<NotificationSignal>.Iterator)
            async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                let desk = try desktop.showNotifications(capabilities)
                let (signals, continuation) = AsyncStream.makeStream(of: NotificationSignal.self)
                let server = try NotificationServer(
                    address: desktop.address, showing: shown,
                    by: try owner ?? BusConnection(to: desktop.address).notificationServer(),
                    logger: Logger(label: "test")
                ) { continuation.yield($0) }
                await server.start()
                defer { server.stop() }
                var iterator = signals.makeAsyncIterator()
                try await body(server, desktop, desk, &iterator)
            }
        }
    }

    @Test("A notification is shown with its actions, and what a person does with it is heard") func shown() async throws
    {
        try await with { server, desktop, desk, signals in
            let id = try #require(await server.show(Self.photo, as: "photo")?.number)
            #expect(
                desk.shown == [
                    NotificationDesk.Notification(
                        id: id, replaced: 0, application: "Stormy", summary: "Stormy skies!",
                        body: "Winds &gt; 60 km/h &amp; rain", actions: ["default", "Open", "later", "Later"],
                        urgency: 1)
                ])
            try desktop.choose("default", of: id, token: "token-1")
            #expect(await signals.next() == .chosen("photo", action: "default", token: "token-1"))
            try desktop.choose("later", of: id)
            #expect(await signals.next() == .chosen("photo", action: "later", token: nil))
            try desktop.reply("On my way", to: id)
            #expect(await signals.next() == .replied("photo", text: "On my way", token: nil))
            // Of another program's.
            try desktop.choose("default", of: id + 100)
            try desktop.dismiss(id)
            #expect(await signals.next() == .closed("photo", isByPerson: true))
        }
    }

    @Test("One by the same name takes the place of the other, and one that is taken away says nothing") func replacing()
        async throws
    {
        try await with { server, desktop, desk, signals in
            let id = try #require(await server.show(Self.photo, as: "photo")?.number)
            var second = Self.photo
            second.summary = "Calm skies"
            second.urgency = .low
            #expect(await server.show(second, as: "photo")?.number == id)
            #expect(desk.shown.last?.replaced == id && desk.shown.last?.urgency == 0)
            let other = try #require(await server.show(Self.photo, as: "other")?.number)
            #expect(other != id)
            server.close("photo")
            await desk.wait(shown: 3, closed: 1)
            #expect(desk.closed == [id])
            server.close("photo")
            try desktop.dismiss(other, reason: 1)
            #expect(await signals.next() == .closed("other", isByPerson: false))
            #expect(desk.closed == [id])
        }
    }

    private static let abilities: [([String], String, String, [String])] = [
        ([], "Stormy skies!: Winds > 60 km/h & rain", "", []),
        (["body"], "Stormy skies!", "Winds > 60 km/h & rain", []),
        (["body", "actions"], "Stormy skies!", "Winds > 60 km/h & rain", ["default", "Open"]),
        (
            ["body", "actions", "inline-reply"], "Stormy skies!", "Winds > 60 km/h & rain",
            ["default", "Open", "inline-reply", "Answer"]
        ),
    ]

    @Test("A server gets what it can show", arguments: abilities)
    func capabilities(_ names: [String], _ summary: String, _ body: String, _ actions: [String]) async throws {
        try await with(names) { server, _, desk, _ in
            var photo = Self.photo
            photo.actions = [.init(id: "default", title: "Open"), .init(id: "inline-reply", title: "Answer")]
            _ = try #require(await server.show(photo, as: "photo"))
            #expect(desk.shown.map(\.summary) == [summary] && desk.shown.map(\.body) == [body])
            #expect(desk.shown.map(\.actions) == [actions])
        }
    }

    @Test("What was shown before is heard of, and that its server is gone") func adopted() async throws {
        try await with(showing: [7: "photo"]) { server, desktop, _, signals in
            try desktop.choose("default", of: 7)
            #expect(await signals.next() == .chosen("photo", action: "default", token: nil))
            let id = try #require(await server.show(Self.photo, as: "other")?.number)
            try desktop.release("org.freedesktop.Notifications")
            #expect(await signals.next()?.isEnd == true)
            #expect(await server.show(Self.photo, as: "other") == nil)
            try desktop.own("org.freedesktop.Notifications")
            let second = try #require(await server.show(Self.photo, as: "other")?.number)
            #expect(second != id)
        }
    }

    @Test("What another server has shown, as before the last login, is none of this one's") func others() async throws {
        try await with(showing: [1: "photo"], by: "another-bus :1.1") { server, _, desk, signals in
            #expect(await signals.next() == .serverGone("another-bus :1.1"))
            // Whatever has that number now is another program's.
            server.close("photo")
            let shown = try #require(await server.show(Self.photo, as: "photo"))
            #expect(desk.shown.last?.replaced == 0 && desk.closed == [])
            #expect(shown.server != nil && shown.server != "another-bus :1.1")
            let again = try #require(await server.show(Self.photo, as: "photo"))
            #expect(again == shown && desk.shown.last?.replaced == shown.number)
        }
    }

    @Test("Where there is no server, or no bus, nothing is shown, and nobody waits") func nobody() async throws {
        try await TemporaryFolder.with { folder in
            try await TestDesktop.with(in: folder) { desktop in
                for address in [nil, desktop.address, "unix:path=\(folder.path("none"))"] {
                    let server = try NotificationServer(address: address, logger: Logger(label: "test")) { _ in }
                    #expect(await server.show(Self.photo, as: "photo") == nil)
                    server.close("photo")
                    server.stop()
                    #expect(await server.show(Self.photo, as: "photo") == nil)
                }
            }
        }
    }

    @Test("A server that is slow has still what it shows, and is asked once for what it shows later") func slow()
        async throws
    {
        try await with { server, desktop, desk, signals in
            let id = try #require(await server.show(Self.photo, as: "photo")?.number)
            desk.hold()
            #expect(await server.show(Self.photo, as: "late") == nil)
            desk.release()
            try desktop.choose("default", of: id)
            #expect(await signals.next() == .chosen("photo", action: "default", token: nil))
            #expect(await server.show(Self.photo, as: "photo")?.number == id)
            #expect(desk.shown.map(\.replaced) == [0, 0, id])
        }
    }

    @Test("A bus that ends takes all with it") func lostBus() async throws {
        try await with { server, desktop, _, signals in
            _ = try #require(await server.show(Self.photo, as: "photo")?.number)
            desktop.end()
            #expect(await signals.next()?.isEnd == true)
            #expect(await server.show(Self.photo, as: "photo") == nil)
        }
    }
}
