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

/// What apps ask for, and are refused.
@Suite("D1: requests for background tasks", .timeLimit(.minutes(2))) struct TaskRequestTests {
    @Test("What the Info.plist does not permit is refused with the key that is missing") func notPermitted()
        async throws
    {
        try await TaskWorld.with(
            keys: """
                <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>refresh</string></array>
                <key>UIBackgroundModes</key><array><string>processing</string></array>
                """
        ) { tasks in
            for (identifier, kind, words) in [
                ("other", .refresh, "BGTaskSchedulerPermittedIdentifiers in its Info.plist does not list other"),
                ("refresh", .refresh, "UIBackgroundModes in its Info.plist lacks fetch"),
                ("", .processing, "its identifier is empty"), ("refresh", .unknown, "does not know"),
                ("refresh", .sessionEvents, "does not know"),
            ] as [(String, BackgroundTask.Kind, String)] {
                let error = try await tasks.refusal { try await tasks.submit(identifier, kind) }
                #expect(error?.code == .taskNotPermitted && error?.message.contains(words) == true, "\(error as Any)")
            }
            #expect(try await tasks.records() == [])
        }
    }

    @Test("One refresh and ten for processing may wait; one of the same identifier is in the place of the other")
    func limits() async throws {
        try await TaskWorld.with { tasks in
            try await tasks.submit("refresh", after: 100)
            try await tasks.submit("refresh", after: 200)
            #expect(try await tasks.record("refresh")?.task.earliestBegin == tasks.world.clock.now + 200)
            let second = try await tasks.refusal { try await tasks.submit("second", after: 100) }
            #expect(second?.code == .tooManyPendingTasks, "\(second as Any)")
            #expect(try await tasks.history("second") == ["refused"])
            for index in 0..<10 { try await tasks.submit("work-\(index)", .processing, after: 100) }
            let eleventh = try await tasks.refusal { try await tasks.submit("work-10", .processing, after: 100) }
            #expect(eleventh?.code == .tooManyPendingTasks && eleventh?.message.contains("10") == true)
            try await tasks.world.restart()
            #expect(try await tasks.records().count == 11)
            let app = try await tasks.world.app()
            defer { app.close() }
            #expect(try await ServiceWorld.call(TasksInterface.Pending(), on: app).tasks.count == 11)
            _ = try await ServiceWorld.call(TasksInterface.Cancel(identifier: "work-3"), on: app)
            #expect(try await ServiceWorld.call(TasksInterface.Pending(), on: app).tasks.count == 10)
            _ = try await ServiceWorld.call(TasksInterface.Cancel(identifier: nil), on: app)
            #expect(try await ServiceWorld.call(TasksInterface.Pending(), on: app).tasks == [])
            #expect(try await tasks.records() == [])
        }
    }

    @Test(
        "Where background refresh is off nothing is taken, and what waits says so",
        arguments: [nil, TaskWorld.bundleID])
    func refreshOff(bundleID: String?) async throws {
        try await TaskWorld.with { tasks in
            func set(_ value: String) async throws {
                _ = try await tasks.world.call(
                    ControlInterface.SetSetting(name: "background-refresh", value: value, bundleID: bundleID))
            }
            // Of an app that has never asked for anything, too.
            for identifier in ["refresh", "work-1"] {
                try await set("off")
                let error = try await tasks.refusal { try await tasks.submit(identifier, .processing) }
                #expect(error?.code == .tasksUnavailable, "\(error as Any)")
                if identifier == "refresh" {
                    try await set("on")
                    try await tasks.submit("refresh", after: 100)
                }
            }
            tasks.world.clock.advance(by: 101)
            #expect(try await tasks.record("refresh")?.condition == .backgroundRefreshOff)
            #expect(tasks.said() == [])
            try await set("on")
            try await tasks.waitForHistory("completed")
        }
    }

    @Test("Of another app, of an extension and of nobody nothing is taken") func strangers() async throws {
        try await TaskWorld.with { tasks in
            let app = try await tasks.world.app()
            defer { app.close() }
            let task = BackgroundTask("refresh", .refresh)
            let other = try await tasks.refusal {
                _ = try await ServiceWorld.call(
                    TasksInterface.Submit(bundleID: "com.example.other", task: task), on: app)
            }
            #expect(other?.code == .notAttributed)
            let nobody = try await tasks.refusal { _ = try await tasks.world.call(TasksInterface.Submit(task: task)) }
            #expect(nobody?.code == .notAttributed)
            for run in [0, 1, -1, Int64.max] {
                let none = try await tasks.refusal {
                    _ = try await ServiceWorld.call(TasksInterface.TakeUp(run: run), on: app)
                }
                #expect(none?.code == .taskNotFound, "\(run)")
                // What is over may be ended again.
                _ = try await ServiceWorld.call(TasksInterface.Complete(run: run, success: true), on: app)
            }
            let simulated = try await tasks.refusal {
                _ = try await ServiceWorld.call(
                    TasksInterface.Simulate(identifier: "refresh", simulation: .launch), on: app)
            }
            #expect(simulated?.code == .developerModeOff)
        }
    }

    @Test("Developers have a request begin, and what runs expire, at once") func simulating() async throws {
        try await TaskWorld.with { tasks in
            _ = try await tasks.world.call(
                ControlInterface.SetSetting(name: "developer-mode", value: "on", bundleID: nil))
            try tasks.tell("refresh", "late")
            try await tasks.submit("refresh", after: 86_400)
            func simulate(_ what: TasksInterface.Simulate.Simulation) async throws {
                _ = try await tasks.world.call(
                    TasksInterface.Simulate(bundleID: TaskWorld.bundleID, identifier: "refresh", simulation: what))
            }
            // Who has asked counts as the app until its connection is gone, and what runs is not started.
            let activity = try #require(tasks.world.service?.activity)
            try await eventually { !activity.isRunning(TaskWorld.bundleID) }
            let early = try await tasks.refusal { try await simulate(.expiration) }
            #expect(early?.code == .taskNotFound)
            // What cannot be started is said to whoever has it begin.
            let program = tasks.world.folder.path("Game.app/Game")
            chmod(program, 0o644)
            let unable = try await tasks.refusal { try await simulate(.launch) }
            #expect(unable?.code == .bundleInvalid, "\(unable as Any)")
            chmod(program, 0o755)
            try await simulate(.launch)
            try await tasks.waitForHistory("takenUp")
            try await simulate(.expiration)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().last == "expiring refresh simulated")
            let stranger = try await tasks.refusal {
                _ = try await tasks.world.call(
                    TasksInterface.Simulate(bundleID: "com.example.none", identifier: "refresh", simulation: .launch))
            }
            #expect(stranger?.code == .appNotFound)
        }
    }
}
