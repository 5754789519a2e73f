// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

/// What a person does with notifications, and what becomes of the process that hears of it.
@Suite("D6: Responses to notifications", .timeLimit(.minutes(3))) struct NotificationResponseTests {
    @Test(
        "Actions: one opens the app, another wakes it for a moment, a text is handed on, and so is that it was dismissed"
    )
    func actions() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("a", "b", "c")
            try world.desktop.choose("action.later", of: try #require(ids["a"]))
            try await world.tasks.waitForWord("later a 12 Cupertino")
            // It has nothing more to do, and is ended.
            try await world.tasks.waitForNoProcess()
            try world.desktop.reply("It rains", to: try #require(ids["b"]))
            try await world.tasks.waitForWord("tell b 12 Cupertino It rains")
            try await world.tasks.waitForNoProcess()
            try world.desktop.dismiss(try #require(ids["c"]))
            try await world.tasks.waitForWord("dismiss c 12 Cupertino")
            try await world.tasks.waitForNoProcess()
            #expect(try await world.records() == [])
        }
    }

    @Test("What is no action of ours is nobody's choice") func nonsense() async throws {
        try await NotificationWorld.with { world in
            let id = try #require(try await world.show("photo")["photo"])
            for action in ["nonsense", "action.", ""] { try world.desktop.choose(action, of: id) }
            try world.desktop.choose("default", of: id)
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            #expect(world.tasks.said().count { $0.hasSuffix(" photo 12 Cupertino") } == 1, "\(world.tasks.said())")
        }
    }

    @Test("An app that is woken for an action is there until it has done that, whatever of its tasks ends meanwhile")
    func awake() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("slow")
            try world.desktop.choose("action.later", of: try #require(ids["slow"]))
            try await world.tasks.waitForWord("begun slow")
            try await world.tasks.submit("refresh")
            try await world.tasks.waitForHistory("completed")
            try world.world.folder.write("", to: "go")
            try await world.tasks.waitForWord("later slow 12 Cupertino")
            try await world.tasks.waitForNoProcess()
        }
    }

    @Test("An app that is woken for an action is let go of when it has done that, also by another service")
    func awakeOver()
        async throws
    {
        try await NotificationWorld.with { world in
            let ids = try await world.show("slow")
            try world.desktop.choose("action.later", of: try #require(ids["slow"]))
            try await world.tasks.waitForWord("begun slow")
            try await world.world.restart()
            _ = try await world.records()
            #expect(try world.tasks.processes().count == 1)
            try world.world.folder.write("", to: "go")
            try await world.tasks.waitForWord("later slow 12 Cupertino")
            // It was told once more by the other service, and is at work with it already.
            #expect(world.tasks.said().filter { $0 == "begun slow" }.count == 1, "\(world.tasks.said())")
            try await world.tasks.waitForNoProcess()
        }
    }

    @Test("An app that is awake where nobody sees it makes way for the one that a tap opens, which hears of everything")
    func makingWay() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("slow", "photo")
            try world.desktop.choose("action.later", of: try #require(ids["slow"]))
            try await world.tasks.waitForWord("begun slow")
            let behind = try world.tasks.processes()
            try world.desktop.choose("default", of: try #require(ids["photo"]))
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            let processes = try world.tasks.processes()
            #expect(processes.count == 1 && processes != behind)
            try world.world.folder.write("", to: "go")
            try await world.tasks.waitForWord("later slow 12 Cupertino")
            #expect(try world.tasks.processes() == processes)
        }
    }

    @Test("What a person takes away elsewhere goes from the desktop; its app hears of that where its category says so")
    func takenAway() async throws {
        try await NotificationWorld.with { world in
            let plain = try #require(try await world.show("plain", "photo")["plain"])
            func dismiss(_ identifier: String) async throws {
                _ = try await world.world.call(
                    NotificationsInterface.Open(
                        bundleID: NotificationWorld.bundleID, identifier: identifier,
                        action: NotificationEvent.dismissAction))
            }
            try await dismiss("plain")
            await world.desk.wait(shown: 2, closed: 1)
            #expect(world.desk.closed == [plain])
            #expect(try await world.records().map(\.request.identifier) == ["photo"])
            try await dismiss("photo")
            try await world.tasks.waitForWord("dismiss photo 12 Cupertino")
            #expect(!world.tasks.said().contains { $0.hasPrefix("dismiss plain") })
            #expect(try await world.records() == [])
        }
    }

    @Test("An app that ends before it is done with what a person has done, where nobody sees it, hears of it again")
    func endedBehind() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("slow")
            try world.desktop.choose("action.later", of: try #require(ids["slow"]))
            try await world.tasks.waitForWord("begun slow")
            let process = try #require(try world.tasks.processes().first)
            kill(process, SIGKILL)
            _ = try await world.world.wait {
                world.tasks.said().count { $0 == "begun slow" } == 2 ? true : nil
            }
            #expect(try world.tasks.processes() != [process])
            try world.world.folder.write("", to: "go")
            try await world.tasks.waitForWord("later slow 12 Cupertino")
            try await world.tasks.waitForNoProcess()
        }
    }

    @Test("An app that a person closes while it does what they have chosen does not hear of that again")
    func closedInFront() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("slow", "photo")
            try world.desktop.choose("default", of: try #require(ids["slow"]))
            try await world.tasks.waitForWord("begun slow")
            for process in try world.tasks.processes() { kill(process, SIGKILL) }
            try await world.tasks.waitForNoProcess()
            try world.desktop.choose("default", of: try #require(ids["photo"]))
            // It would hear of what came first before.
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            #expect(world.tasks.said().count { $0 == "begun slow" } == 1)
        }
    }

    @Test("An app that lives longer than its service hears of each tap") func twoServices() async throws {
        try await NotificationWorld.with { world in
            let app = try await world.start("now:photo", "after:second:100", "stay")
            defer { kill(app.processIdentifier, SIGKILL) }
            try await world.tasks.waitForWord("added second")
            await world.desk.wait(shown: 1)
            _ = try await world.waitForRecord { $0.isShown == true }
            try world.desktop.choose("default", of: world.desk.shown[0].id)
            try await world.tasks.waitForWord("default photo 12 Cupertino")
            try await world.world.restart()
            _ = try await world.world.wait {
                world.world.clock.advance(by: 1); return world.desk.shown.count == 2 ? true : nil
            }
            let id = world.desk.shown[1].id
            _ = try await world.waitForRecord { $0.isShown == true }
            try world.desktop.choose("default", of: id)
            try await world.tasks.waitForWord("default second 12 Cupertino")
        }
    }

    @Test("A tap that came while the service was away from its app is not lost") func kept() async throws {
        try await NotificationWorld.with { world in
            let ids = try await world.show("photo")
            try await world.world.restart()
            // When it answers it listens, and knows the desktop's number still.
            #expect(try await world.records().map(\.isShown) == [true])
            try world.desktop.choose("default", of: try #require(ids["photo"]))
            try await world.tasks.waitForWord("default photo 12 Cupertino")
        }
    }
}
