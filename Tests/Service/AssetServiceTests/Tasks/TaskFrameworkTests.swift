// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing

/// Apps that are written for `BackgroundTasks`, as programs of their own.
@Suite("D1: BackgroundTasks", .timeLimit(.minutes(2))) struct TaskFrameworkTests {
    private func with(
        keys: String = TaskWorld.keys, _ body: (TaskWorld) async throws -> Void
    ) async throws {
        try await TaskWorld.with(keys: keys, program: ProgramRun.programs + "/FixtureTasks") { tasks in
            try tasks.world.folder.write("", to: "said")
            // When nobody has the app open any more.
            try tasks.world.folder.write("\(tasks.world.clock.now + 100)", to: "begin")
            try await body(tasks)
        }
    }

    @Test("What is submitted is launched in the background, and its handler called with a task of its kind")
    func launching() async throws {
        try await with { tasks in
            try await tasks.open("refresh:refresh", "work-1:processing", "pending")
            #expect(
                tasks.said() == [
                    "submitted refresh", "submitted work-1",
                    "pending refresh BGAppRefreshTaskRequest, work-1 BGProcessingTaskRequest",
                ])
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed", count: 2)
            #expect(
                Set(tasks.said().suffix(2)) == [
                    "launched refresh BGAppRefreshTask", "launched work-1 BGProcessingTask",
                ])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("Section 6: a handler runs on the queue that it was registered with, else on one of the system's")
    func queues()
        async throws
    {
        try await with { tasks in
            for identifier in ["work-1", "work-2"] { try tasks.tell(identifier, "queue") }
            try await tasks.open("work-1:processing", "work-2:processing")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed", count: 2)
            let said = tasks.said()
            #expect(said.contains("work-1 on another queue") && said.contains("work-2 on the main queue"), "\(said)")
        }
    }

    @Test("Section 6: what is pending is told in copies") func copies() async throws {
        try await with { tasks in
            try await tasks.open("work-1:processing", "copies")
            #expect(tasks.said() == ["submitted work-1", "as asked for"])
        }
    }

    @Test("Section 6: a request is in the place of the one that its identifier had") func replacing() async throws {
        try await with { tasks in
            try await tasks.open("work-1:processing", "work-1:refresh", "pending")
            #expect(tasks.said().last == "pending work-1 BGAppRefreshTaskRequest", "\(tasks.said())")
        }
    }

    @Test(
        "Section 6: a second refresh and an eleventh processing are error 2, and one of the same identifier is none more"
    )
    func limits() async throws {
        try await with { tasks in
            let ten = (0..<10).map { "work-\($0):processing" }
            try await tasks.open(
                ten + [
                    "work-10:processing", "work-0:processing", "refresh:refresh", "register:second", "second:refresh",
                    "refresh:refresh",
                ])
            #expect(
                tasks.said().dropFirst(10) == [
                    "BGTaskSchedulerErrorDomain 2 work-10", "submitted work-0", "submitted refresh",
                    "registered second", "BGTaskSchedulerErrorDomain 2 second", "submitted refresh",
                ], "\(tasks.said())")
        }
    }

    @Test("Section 6: a request without the background mode of its kind is error 3") func modes() async throws {
        let keys = """
            <key>BGTaskSchedulerPermittedIdentifiers</key>
            <array><string>refresh</string><string>work-1</string></array>
            <key>UIBackgroundModes</key><array><string>fetch</string></array>
            """
        try await with(keys: keys) { tasks in
            try await tasks.open("refresh:refresh", "work-1:processing")
            #expect(tasks.said().suffix(2) == ["submitted refresh", "notPermitted work-1"], "\(tasks.said())")
            #expect(
                tasks.why().hasPrefix("Error Domain=BGTaskSchedulerErrorDomain Code=3 \"the background task work-1 of ")
            )
            #expect(tasks.why().contains("processing") && tasks.why().contains("UIBackgroundModes"), "\(tasks.why())")
        }
    }

    @Test("Section 6: nothing is launched before its earliest date, which is no promise of then") func earliest()
        async throws
    {
        try await with { tasks in
            let begin = tasks.world.clock.now + 100
            try await tasks.open("refresh:refresh", "work-1:processing")
            for _ in 0..<12 {
                tasks.world.clock.advance(by: 9)
                // Whatever is due by now has been decided.
                _ = try await tasks.records()
            }
            try await tasks.waitForHistory("completed", count: 2)
            let launches = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
                .filter { $0.event == "launched" }
            #expect(launches.count == 2 && launches.allSatisfy { $0.time >= begin }, "\(launches)")
        }
    }

    @Test("Section 6: the handler for expiration is called once, and forgotten; without one a task has failed")
    func expiring()
        async throws
    {
        try await with { tasks in
            try tasks.tell("work-1", "late")
            try tasks.tell("work-2", "silent")
            try await tasks.open("work-1:processing", "work-2:processing")
            tasks.world.clock.advance(by: 101)
            for identifier in ["work-1", "work-2"] { try await tasks.waitUntilBegun(identifier) }
            tasks.world.clock.advance(by: 601)
            try await tasks.waitForHistory("failed", count: 2)
            #expect(tasks.said().contains("expired work-1, and forgotten"), "\(tasks.said())")
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(
                entries.contains {
                    $0.identifier == "work-2" && $0.event == "failed"
                        && $0.detail?.contains("expirationHandler") == true
                }, "\(entries)")
            try await tasks.waitForNoProcess()
        }
    }

    @Test("Section 6: one that does not end after its handler for expiration has run is ended, and its app left alone")
    func overrunning() async throws {
        try await with { tasks in
            try tasks.tell("refresh", "hang")
            try await tasks.open("refresh:refresh")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitUntilBegun("refresh")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("expired refresh")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            try await tasks.waitForNoProcess()
            try await tasks.submit("work-1", .processing)
            _ = try await tasks.world.wait { try await tasks.record("work-1")?.condition == .throttled ? true : nil }
        }
    }

    @Test(
        "What an app asks for without waiting, or just after it has done its task, is taken",
        arguments: ["chain", "after"])
    func unawaited(_ what: String) async throws {
        try await with { tasks in
            try tasks.tell("work-1", what)
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("completed")
            try await tasks.waitForNoProcess()
            #expect(try await tasks.record("work-1")?.state == .waiting)
            // And when it ends with it.
            try await tasks.open("leave:work-4")
            #expect(try await tasks.record("work-4")?.state == .waiting)
        }
    }

    @Test(
        "A handler that keeps its own queue busy hears that it is to end; one that does not listen has failed",
        arguments: ["busy", "deaf"])
    func busy(_ what: String) async throws {
        try await with { tasks in
            try tasks.tell("work-3", what)
            try await tasks.submit("work-3", .processing)
            try await tasks.waitUntilBegun("work-3")
            tasks.world.clock.advance(by: 601)
            try await tasks.waitForHistory("failed")
            if what == "busy" { try await tasks.waitForWord("heard work-3") }
        }
    }

    @Test("A task that asks for the next one of its kind is launched again") func again() async throws {
        try await with { tasks in
            try tasks.tell("refresh", "again")
            try await tasks.open("refresh:refresh")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("completed")
            #expect(try await tasks.record("refresh")?.state == .waiting)
            tasks.world.clock.advance(by: 901)
            try await tasks.waitForHistory("completed", count: 2)
        }
    }

    @Test("Section 6: errors are those of BGTaskScheduler.Error, with what is missing") func errors() async throws {
        try await with { tasks in
            // A continued task runs; another one that does not want to wait is refused.
            try tasks.tell("export.one", "silent")
            try await tasks.open(
                "refresh:processing", "unknown:processing", "second:refresh", "export.one:queue", "export.two:fail",
                "cancel")
            #expect(
                tasks.said().filter { !$0.hasPrefix("launched") } == [
                    "submitted refresh", "notPermitted unknown", "notPermitted second", "submitted export.one",
                    "BGTaskSchedulerErrorDomain 4 export.two",
                ], "\(tasks.said())")
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            try await tasks.open("refresh:refresh")
            #expect(tasks.said().last == "BGTaskSchedulerErrorDomain 1 refresh")
        }
    }

    @Test("What an update does not list any more is not launched, though its handler is registered")
    func unlistedSince() async throws {
        try await with { tasks in
            try await tasks.submit("work-1", .processing, after: 100)
            let path = tasks.world.folder.path("Game.app/Info.plist")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("<string>work-1</string>", with: "").write(
                toFile: path, atomically: true, encoding: .utf8)
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("failed")
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(entries.first?.detail?.hasSuffix("it is not launched") == true, "\(entries)")
            #expect(!tasks.said().contains { $0.hasPrefix("launched work-1") }, "\(tasks.said())")
        }
    }

    @Test("A handler for what the Info.plist does not list is not registered, and a request for it tells why")
    func unlisted()
        async throws
    {
        try await with { tasks in
            try await tasks.open("register:second", "register:unknown", "register:export.small", "unknown:processing")
            #expect(
                tasks.said() == [
                    "registered second", "not registered unknown", "registered export.small", "notPermitted unknown",
                ], "\(tasks.said())")
            #expect(tasks.why().contains("BGTaskSchedulerPermittedIdentifiers"), "\(tasks.why())")
            for begin in ["nan", "inf"] {
                try tasks.world.folder.write(begin, to: "begin")
                try await tasks.open("refresh:refresh")
                #expect(tasks.said().last == "notPermitted refresh" && tasks.why().contains("no time"))
            }
            // What is handed over waits for nothing else that is.
            try await tasks.open("nested")
            #expect(tasks.said().last == "nested 0")
        }
    }

    @Test("An app without a handler for what it has asked for is told of, and not woken for it again") func noHandler()
        async throws
    {
        try await with { tasks in
            try await tasks.open("work-1:processing", "cancelled:refresh")
            try tasks.world.folder.write("", to: "careless")
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("failed")
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(entries.first?.detail == "no launch handler is registered for work-1", "\(entries)")
            #expect(try await tasks.records() == [])
        }
    }
}
