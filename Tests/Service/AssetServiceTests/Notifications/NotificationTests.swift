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

/// A real app on a real bus, and a clock that is driven.
@Suite("D6: Notifications", .timeLimit(.minutes(3))) struct NotificationTests {
    @Test("An app tells its person something, which the desktop shows, and a tap opens the app with the notification")
    func tap() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "authorize", "settings", "now:photo", "categories")
            #expect(
                world.tasks.said() == [
                    "opened", "authorized true", "settings 2", "added photo",
                    #"categories photo ["Take one", "Later", "Tell"]"#,
                ])
            await world.desk.wait(shown: 1)
            let shown = try #require(world.desk.shown.first)
            #expect(shown.application == NotificationWorld.bundleID && shown.replaced == 0)
            #expect(shown.summary == "Stormy skies!" && shown.body == "Today\nTake a photo of photo")
            #expect(
                shown.actions == [
                    "default", "Open", "action.take", "Take one", "action.later", "Later", "inline-reply", "Tell",
                ])
            _ = try await world.waitForRecord { $0.isShown == true }
            try world.desktop.choose("default", of: shown.id, token: "token-7")
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            #expect(world.tasks.said().contains("opened with token-7"))
            #expect(try await world.records() == [])
            // It is a person's: nobody ends it.
            #expect(try world.tasks.processes().count == 1)
        }
    }

    @Test("What a task tells a person without waiting for it is told, though its app is ended with it") func untold()
        async throws
    {
        try await NotificationWorld.with { world in
            try world.world.folder.write("", to: "tell")
            try await world.tasks.submit("refresh")
            try await world.tasks.waitForHistory("completed")
            try await world.tasks.waitForNoProcess()
            await world.desk.wait(shown: 5)
            #expect(try await world.records().count == 5)
        }
    }

    @Test("Of what was told the last hundred of an app are listed") func manyDelivered() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "now:first", "now:second")
            _ = try await world.world.wait { try await world.records().count == 2 ? true : nil }
            world.world.clock.advance(by: 1)
            try await world.open(["deaf"] + (1...99).map { "now:\($0)" })
            _ = try await world.world.wait {
                let identifiers = try await world.records().map(\.request.identifier)
                return identifiers.count == 100 && !identifiers.contains("first") ? true : nil
            }
            #expect(try await world.records().contains { $0.request.identifier == "second" })
        }
    }

    @Test("An app that runs is told of a tap, and is not started again; one that is suspended goes on") func running()
        async throws
    {
        try await NotificationWorld.with { world in
            let app = try await world.start("after:photo:100", "after:second:200", "stay")
            try await world.tasks.waitForWord("added second")
            kill(app.processIdentifier, SIGSTOP)
            // A signal takes its time.
            _ = try await world.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            world.world.clock.advance(by: 101)
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            try world.desktop.choose("default", of: world.desk.shown[0].id)
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            #expect(!world.tasks.said().contains("presenting photo"))
            // Now it is in front, and is asked.
            world.world.clock.advance(by: 100)
            try await world.tasks.waitForWord("presenting second")
            await world.desk.wait(shown: 2)
            #expect(try world.tasks.processes().count == 1)
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("A suspended app goes on for an action that is done in the background, and is suspended again")
    func suspended() async throws {
        try await NotificationWorld.with { world in
            let app = try await world.start("now:photo", "stay")
            try await world.tasks.waitForWord("added photo")
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            kill(app.processIdentifier, SIGSTOP)
            _ = try await world.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            try world.desktop.choose("action.later", of: world.desk.shown[0].id)
            try await world.tasks.waitForWord("later photo 12 Cupertino")
            _ = try await world.world.wait { ForegroundProcesses().isSuspended(app.processIdentifier) ? true : nil }
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("What waits is told at its time, once, also after the service was away; what repeats is told again")
    func times() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "after:once:3600", "after:again:60:repeats", "pending")
            #expect(world.tasks.said().contains("pending again Stormy skies!, once Stormy skies!"))
            world.world.clock.advance(by: 59)
            #expect(world.desk.shown.isEmpty)
            world.world.clock.advance(by: 1)
            await world.desk.wait(shown: 1)
            try await world.world.stop()
            // One that was missed is not made up for, but told once.
            world.world.clock.advance(by: 7200)
            try await world.world.restart()
            await world.desk.wait(shown: 3)
            let delivered = try await world.world.wait {
                let records = try await world.records().filter { $0.state == .delivered && $0.isShown == true }
                return records.count == 2 ? records : nil
            }
            #expect(Set(delivered.map(\.request.identifier)) == ["once", "again"])
            let waiting = try await world.records().filter { $0.state == .pending }
            #expect(waiting.map(\.request.identifier) == ["again"])
            #expect(waiting.first?.next == world.world.clock.now + 60)
        }
    }

    @Test("A date that repeats is told each day, where the device is") func calendar() async throws {
        let noon = NotificationDate(DateComponents(timeZone: TimeZone(identifier: "Europe/Berlin"), hour: 12))
        let trigger = NotificationTrigger(date: noon, repeats: true)
        // 2027-01-15T08:00:00Z
        #expect(trigger.next(after: 1_800_000_000, in: .current) == 1_800_010_800)
        #expect(trigger.next(after: 1_800_010_800, in: .current) == 1_800_097_200)
        let past = NotificationDate(DateComponents(year: 2020, month: 1, day: 1))
        #expect(NotificationTrigger(date: past, repeats: false).next(after: 1_800_000_000, in: .gmt) == nil)
    }

    @Test("A person who wants to hear nothing of an app hears nothing") func denied() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "now:photo", "after:late:60")
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            _ = try await world.world.call(
                NotificationsInterface.Allow(bundleID: NotificationWorld.bundleID, isAllowed: false))
            await world.desk.wait(shown: 1, closed: 1)
            world.world.clock.advance(by: 61)
            _ = try await world.world.wait { try await world.records().isEmpty ? true : nil }
            try await world.open("deaf", "authorize", "settings", "now:third")
            #expect(
                world.tasks.said().suffix(3) == ["authorized false", "settings 1", "notificationsNotAllowed third"])
            #expect(world.desk.shown.count == 1)
        }
    }

    @Test("What an app takes back is not told, and what it takes away is not shown") func removed() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "after:late:60", "now:photo")
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            try await world.open("deaf", "delivered", "forget:late", "forget:photo", "pending", "delivered")
            #expect(
                world.tasks.said().suffix(5) == [
                    "delivered photo Take a photo of photo", "forgotten late", "forgotten photo", "pending ",
                    "delivered ",
                ])
            await world.desk.wait(shown: 1, closed: 1)
            #expect(world.desk.closed == [world.desk.shown[0].id])
        }
    }

    @Test("What an app takes away while it is being shown is not shown") func removedMeanwhile() async throws {
        try await NotificationWorld.with { world in
            let app = try await world.tasks.app()
            defer { app.close() }
            world.desk.hold()
            try await world.open("deaf", "now:photo")
            await world.desk.wait(shown: 1)
            // At once: the desktop is not waited for for long.
            _ = try await ServiceWorld.call(
                NotificationsInterface.Remove(state: .delivered, identifiers: ["photo"]), on: app)
            #expect(try await world.records() == [] && world.desk.closed == [])
            world.desk.release()
            await world.desk.wait(shown: 1, closed: 1)
            #expect(try await world.records() == [])
        }
    }

    @Test("What an app takes back while others are being shown is not shown") func removedBehindOthers() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "after:one:60", "after:two:60")
            let app = try await world.tasks.app()
            defer { app.close() }
            world.desk.hold()
            world.world.clock.advance(by: 61)
            await world.desk.wait(shown: 1)
            let waiting = try await world.records().filter { $0.state == .pending }
            let last = try #require(waiting.first?.request.identifier)
            #expect(waiting.count == 1)
            _ = try await ServiceWorld.call(
                NotificationsInterface.Remove(state: .pending, identifiers: [last]), on: app)
            world.desk.release()
            _ = try await world.waitForRecord { $0.isShown == true }
            #expect(try await world.records().allSatisfy { $0.request.identifier != last })
            #expect(world.desk.shown.count == 1)
        }
    }

    @Test("Without a notification server it is listed, and opened from there") func listed() async throws {
        try await NotificationWorld.with { world in
            try world.desktop.release("org.freedesktop.Notifications")
            try await world.open("deaf", "now:photo")
            let record = try await world.waitForRecord { $0.state == .delivered }
            #expect(record.isShown == false)
            let unknown = await #expect(throws: ServiceError.self) {
                try await world.world.call(
                    NotificationsInterface.Open(bundleID: NotificationWorld.bundleID, identifier: "other"))
            }
            #expect(unknown?.code == .notificationNotFound)
            let action = await #expect(throws: ServiceError.self) {
                try await world.world.call(
                    NotificationsInterface.Open(
                        bundleID: NotificationWorld.bundleID, identifier: "photo", action: "never"))
            }
            #expect(action?.code == .notificationNotFound)
            #expect(action?.message.contains("take, later, tell") == true)
            let text = await #expect(throws: ServiceError.self) {
                try await world.world.call(
                    NotificationsInterface.Open(
                        bundleID: NotificationWorld.bundleID, identifier: "photo", action: "take", text: "It rains"))
            }
            #expect(text?.message.contains("takes no text") == true, "\(text?.message ?? "")")
            _ = try await world.world.call(
                NotificationsInterface.Open(bundleID: NotificationWorld.bundleID, identifier: "photo", action: "take"))
            try await world.tasks.waitForWord("take photo 12 Cupertino")
        }
    }

    @Test(
        "An app in front says whether its person is told all the same; one that says nothing tells them after a while")
    func presenting() async throws {
        try await NotificationWorld.with { world in
            let app = try await world.start("now:quiet", "now:loud", "stay")
            try await world.tasks.waitForWord("presenting loud")
            await world.desk.wait(shown: 1)
            #expect(world.desk.shown.map(\.body) == ["Today\nTake a photo of loud"])
            _ = try await world.waitForRecord { $0.isShown == true }
            #expect(try await world.records().map(\.request.identifier) == ["loud"])
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
            let mute = try await world.world.app()
            defer { mute.close() }
            let events = try mute.stream(
                NotificationsInterface.Follow.method, NotificationsInterface.Follow(), returning: NotificationEvent.self
            )
            var iterator = events.makeAsyncIterator()
            #expect(try await iterator.next()?.kind == .subscribed)
            try await world.open("deaf", "after:slow:60")
            world.world.clock.advance(by: 61)
            #expect(try await iterator.next()?.kind == .presenting)
            #expect(world.desk.shown.count == 1)
            world.world.clock.advance(by: 5)
            await world.desk.wait(shown: 2)
        }
    }

    @Test("Only a person opens notifications, and only the app itself hears of them; an app that is gone has none")
    func access() async throws {
        try await NotificationWorld.with { world in
            try await world.open("deaf", "now:photo", "after:late:60")
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            let app = try await world.world.app()
            defer { app.close() }
            let opened = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(
                    NotificationsInterface.Open(bundleID: NotificationWorld.bundleID, identifier: "photo"), on: app)
            }
            #expect(opened?.code == .notAttributed)
            let taken = await #expect(throws: ServiceError.self) {
                try await world.world.call(
                    NotificationsInterface.TakeResponse(bundleID: NotificationWorld.bundleID, number: 1))
            }
            #expect(taken?.code == .notAttributed)
            let other = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(NotificationsInterface.List(bundleID: "com.example.other"), on: app)
            }
            #expect(other?.code == .notAttributed)
            _ = try await world.world.call(
                AppsInterface.Uninstall(bundleID: NotificationWorld.bundleID, keepData: false))
            await world.desk.wait(shown: 1, closed: 1)
            #expect(try await world.world.call(NotificationsInterface.List(bundleID: nil)).notifications == [])
        }
    }
}
