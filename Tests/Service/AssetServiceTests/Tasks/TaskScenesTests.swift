// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

/// Apps that are written with scenes, as programs of their own.
@Suite("D3: backgroundTask of scenes", .timeLimit(.minutes(2))) struct TaskScenesTests {
    private func with(_ body: (TaskWorld) async throws -> Void) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureScenes") { tasks in
            try tasks.world.folder.write("", to: "said")
            try await body(tasks)
        }
    }

    @Test("Every action that is meant runs, and the task has ended when all have") func completing() async throws {
        try await with { tasks in
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().prefix(2) == ["begun, background", "background to background"])
            #expect(Set(tasks.said().dropFirst(2)) == ["refreshing", "every refresh: refresh"], "\(tasks.said())")
            try await tasks.waitForNoProcess()
            tasks.world.clock.advance(by: 901)
            try await tasks.submit("second")
            try await tasks.waitForHistory("completed", count: 2)
            #expect(tasks.said().contains("the second scene") && !tasks.said().contains("a snapshot"))
        }
    }

    @Test("An app asks in its init for what it registers later, and hears when it is in front no more")
    func phases() async throws {
        try await with { tasks in
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "on"))
            let app = try await tasks.start(["ask"])
            try await tasks.waitForWord("active to active")
            #expect(tasks.said() == ["begun, active, saving", "active to active"])
            #expect(try await tasks.records().map(\.task.identifier) == ["second"])
            app.terminate()
            app.waitUntilExit()
            #expect(app.terminationReason == .uncaughtSignal && app.terminationStatus == SIGTERM)
            #expect(tasks.said().dropFirst(2) == ["active to inactive", "inactive to background"])
            #expect(try await tasks.history() == ["submitted", "replaced"])
        }
    }

    @Test("An app ends when it is told to also while it reads what a person types") func reading() async throws {
        try await with { tasks in
            let typed = Pipe()
            let app = try await tasks.start(["read"], input: typed)
            defer { kill(app.processIdentifier, SIGKILL) }
            try await tasks.waitForWord("active to active")
            // It has read this, and waits for more.
            try typed.fileHandleForWriting.write(contentsOf: Data("a\n".utf8))
            var queued: Int32 = 1
            while ioctl(typed.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &queued) == 0, queued > 0,
                !Task.isCancelled
            { await Task.yield() }
            app.terminate()
            app.waitUntilExit()
            #expect(app.terminationReason == .uncaughtSignal && app.terminationStatus == SIGTERM)
        }
    }

    @Test("What an app asks for before its handlers are registered is taken, on whatever thread") func aside()
        async throws
    {
        try await with { tasks in
            let app = try await tasks.start(["aside"])
            try await tasks.waitForWord("active to active")
            #expect(try await tasks.records().map(\.task.identifier) == ["second"], "\(tasks.said())")
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("What an update does not list any more, and nobody handles, fails with what is missing") func unlisted()
        async throws
    {
        try await with { tasks in
            try await tasks.submit("work-1", .processing, after: 100)
            let path = tasks.world.folder.path("Game.app/Info.plist")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("<string>work-1</string>", with: "").write(
                toFile: path, atomically: true, encoding: .utf8)
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("failed")
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(entries.first?.detail?.contains("BGTaskSchedulerPermittedIdentifiers") == true, "\(entries)")
        }
    }

    @Test("An action is cancelled when its task is to end, and has ended it when it returns") func expiring()
        async throws
    {
        try await with { tasks in
            try tasks.world.folder.write("", to: "slow")
            try await tasks.submit("refresh")
            try await tasks.waitForWord("refreshing")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().contains("cancelled"), "\(tasks.said())")
            #expect(try await !tasks.history().contains("overran"))
            try await tasks.waitForNoProcess()
        }
    }
}
