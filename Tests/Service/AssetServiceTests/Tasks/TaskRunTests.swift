// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

/// Background tasks that begin, and what becomes of them.
@Suite("D2: background tasks", .timeLimit(.minutes(2))) struct TaskRunTests {
    @Test("An app is started at the earliest date of its request, does it, and is ended") func completing() async throws
    {
        try await TaskWorld.with { tasks in
            try await tasks.submit("refresh", after: 3600)
            #expect(try await tasks.record("refresh")?.condition == .notYet)
            tasks.world.clock.advance(by: 3590)
            #expect(try await tasks.record("refresh")?.state == .waiting)
            #expect(tasks.said() == [])
            tasks.world.clock.advance(by: 11)
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["started in the background", "launched refresh"])
            #expect(try await tasks.history() == ["submitted", "launched", "takenUp", "completed"])
            #expect(try await tasks.records() == [])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("One that runs for too long is warned, and ends by itself in the time that is left") func inGrace()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "late")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().last == "expiring refresh timeUsedUp")
            #expect(try await tasks.history() == ["submitted", "launched", "takenUp", "expiring", "failed"])
            try await tasks.waitForNoProcess()
            // It is left alone for no longer than others.
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("launched", count: 2)
        }
    }

    @Test("One that does not end when it is told to is ended, and its app left alone for a while") func overrunning()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("takenUp")
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("expiring")
            #expect(try await tasks.record("refresh")?.state == .expiring)
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            try await tasks.waitForNoProcess()
            try await tasks.submit("work-1", .processing)
            let record = try #require(try await tasks.record("work-1"))
            #expect(record.condition == .throttled && record.nextAttempt ?? 0 > tasks.world.clock.now, "\(record)")
            let explanation = try await tasks.world.explain("work-1")
            #expect(explanation.contains { $0.condition == .throttled }, "\(explanation)")
            tasks.world.clock.advance(by: 901)
            try await tasks.waitForHistory("completed")
        }
    }

    @Test(
        "An app that cannot be started waits, and no longer than until it is registered once more, or comes by itself",
        arguments: [true, false])
    func mended(isRegistered: Bool) async throws {
        try await TaskWorld.with { tasks in
            let program = tasks.world.folder.path("Game.app/Game")
            try await tasks.submit("refresh", after: 100)
            chmod(program, 0o644)
            tasks.world.clock.advance(by: 101)
            try await tasks.waitForHistory("notStarted")
            #expect(try await tasks.record("refresh")?.waiting?.contains("cannot be started") == true)
            chmod(program, 0o755)
            if isRegistered {
                try await tasks.world.install()
                try await tasks.waitForHistory("completed")
            } else {
                let app = try await tasks.startProgram()
                try await tasks.waitForHistory("completed")
                app.terminate()
            }
        }
    }

    @Test("An app that crashes with a task is told of, and left alone for a while") func crashing() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "crash")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("processEnded")
            let entries = try await tasks.world.call(TasksInterface.History(bundleID: TaskWorld.bundleID)).entries
            #expect(entries.first?.detail?.contains("signal 11") == true, "\(entries)")
            // Also while it has asked for nothing.
            let explanations = try await tasks.world.explain(TaskWorld.bundleID)
            #expect(explanations.contains { $0.condition == .throttled }, "\(explanations)")
            try await tasks.submit("work-1", .processing)
            #expect(try await tasks.record("work-1")?.condition == .throttled)
            // Until a person opens it.
            try await tasks.world.app().close()
            try await tasks.waitForHistory("launched", count: 2)
        }
    }

    @Test("An app that is woken again while it is being ended is started anew, and counts as well-behaved")
    func atOnce()
        async throws
    {
        try await TaskWorld.with { tasks in
            for round in 1...5 {
                try await tasks.submit("work-\(round)", .processing)
                try await tasks.waitForHistory("completed", count: round)
            }
            #expect(Set(try await tasks.history()) == ["submitted", "launched", "takenUp", "completed"])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("A request that its app does not begin with waits again") func notTakenUp() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "nothing")
            try await tasks.submit("refresh")
            try await tasks.waitForWord("launched refresh")
            tasks.world.clock.advance(by: 21)
            try await tasks.waitForHistory("notTakenUp")
            #expect(try await tasks.record("refresh")?.condition == .throttled)
            try tasks.tell("refresh", "complete")
            tasks.world.clock.advance(by: 901)
            try await tasks.waitForHistory("completed")
        }
    }

    @Test("A task goes on while the service is started anew, and what waits is not lost") func restarting() async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "late")
            try await tasks.submit("work-1", .processing)
            try await tasks.submit("refresh", after: 7200)
            try await tasks.waitForHistory("takenUp")
            let process = try tasks.processes()
            try await tasks.world.restart()
            #expect(try await tasks.record("work-1")?.state == .running)
            #expect(try await tasks.record("refresh")?.state == .waiting)
            #expect(try tasks.processes() == process)
            tasks.world.clock.advance(by: 601)
            try await tasks.waitForHistory("failed")
            #expect(tasks.said().last == "expiring work-1 timeUsedUp")
            try await tasks.waitForNoProcess()
            tasks.world.clock.advance(by: 7200)
            try await tasks.waitForHistory("completed")
        }
    }

    @Test(
        "An app that is opened while it does something in the background is one process: that in the background ends, and tasks begin anew",
        arguments: ["hang", "deaf"])
    func makingWay(_ what: String) async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", what)
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp")
            try tasks.tell("work-1", "complete")
            let (clock, said) = (tasks.world.clock, tasks.world.folder.path("said"))
            let end = Task {
                while try what == "deaf" && !String(contentsOfFile: said, encoding: .utf8).contains("told to end") {
                    try await Task.sleep(for: .milliseconds(10))
                }
                if what == "deaf" { clock.advance(by: 2) }
            }
            let app = try await tasks.start([])
            try await end.value
            try await tasks.waitForHistory("completed")
            #expect(
                try await tasks.history() == [
                    "submitted", "launched", "takenUp", "madeWay", "launched", "takenUp", "completed",
                ])
            #expect(
                tasks.said().filter { $0 != "told to end" } == [
                    "started in the background", "launched work-1", "started by somebody", "launched work-1",
                ])
            let processes = try tasks.processes()
            #expect(processes == [app.processIdentifier], "\(processes)")
            app.terminate()
            app.waitUntilExit()
            // It is started in the background again when it is gone.
            try await tasks.submit("work-2", .processing)
            try await tasks.waitForHistory("completed", count: 2)
            try await tasks.waitForNoProcess()
        }
    }

    @Test("So it is when a person starts its program by other means") func programStarted() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "hang")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp")
            try tasks.tell("work-1", "complete")
            let app = try await tasks.startProgram()
            try await tasks.waitForHistory("completed")
            #expect(
                try await tasks.history() == [
                    "submitted", "launched", "takenUp", "madeWay", "launched", "takenUp", "completed",
                ])
            #expect(try tasks.processes() == [app.processIdentifier])
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("What an app asks for while it is quit waits, though it has asked for nothing before") func lastWords()
        async throws
    {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            try world.folder.write(
                """
                #!/usr/bin/python3
                import json, os, signal, socket, time
                folder = "\(world.folder.path(""))"
                def end(*_):
                    peer = socket.socket(socket.AF_UNIX)
                    peer.connect("\(world.location.socketPath)")
                    for method, parameters in [
                        ("Apps.Hello", {
                            "protocolVersion": 1, "root": "\(world.root)", "preferredLanguages": ["en"],
                            "token": os.environ["BACKGROUND_ASSETS_LAUNCH_TOKEN"]}),
                        ("Tasks.Submit", {"task": {"identifier": "refresh", "kind": "refresh"}, "callID": "1"})]:
                        call = {"method": "backgroundassets.v1." + method, "parameters": parameters}
                        peer.sendall(json.dumps(call).encode() + b"\\0")
                        while not peer.recv(65536).endswith(b"\\0"): pass
                    os._exit(0)
                signal.signal(signal.SIGTERM, end)
                open(folder + "said", "w").write("ready\\n")
                while True: time.sleep(1000)
                """, to: "Game.app/Game")
            let app = try await tasks.start([])
            try await tasks.waitForWord("ready")
            _ = try await world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            app.waitUntilExit()
            _ = try await world.wait { try await tasks.record("refresh")?.condition == .throttled ? true : nil }
            world.clock.advance(by: 899)
            #expect(try await tasks.history() == ["submitted"])
        }
    }

    @Test("An app whose opening comes to nothing is started in the background a little later") func openedByNobody()
        async throws
    {
        try await TaskWorld.with { tasks in
            _ = try await tasks.world.call(AppsInterface.Launch(bundleID: TaskWorld.bundleID))
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("launched")
            #expect(tasks.said() == [])
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("completed")
        }
    }

    @Test("A person who quits an app ends what it does in the background, and it is left alone until it is opened")
    func quitting() async throws {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "hang")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp")
            try tasks.tell("work-1", "complete")
            _ = try await tasks.world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            try await tasks.waitForHistory("quit")
            let record = try #require(try await tasks.record("work-1"))
            #expect(record.condition == .throttled, "\(record)")
            let explanation = try await tasks.world.explain("work-1")
            #expect(explanation.contains { $0.reason.contains("somebody has quit its app") }, "\(explanation)")
            try await tasks.waitForNoProcess()
            let app = try await tasks.start([])
            try await tasks.waitForHistory("completed")
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("An app that runs while the service is away has what is due then, and is not started twice")
    func returning() async throws {
        try await TaskWorld.with { tasks in
            let app = try await tasks.start([])
            try await tasks.waitForWord("started by somebody")
            try await tasks.submit("work-1", .processing, after: 100)
            try await tasks.world.stop()
            tasks.world.clock.advance(by: 200)
            try await tasks.world.start()
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["started by somebody", "launched work-1"])
            #expect(try tasks.processes() == [app.processIdentifier])
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("What an app that a person has opened leaves unfinished when it is closed begins anew") func closing()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("work-1", "hang")
            try tasks.tell("refresh", "nothing")
            let app = try await tasks.start([])
            try await tasks.waitForWord("started by somebody")
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("takenUp")
            try await tasks.submit("refresh")
            try await tasks.waitForWord("launched refresh")
            for identifier in ["work-1", "refresh"] { try tasks.tell(identifier, "complete") }
            app.terminate()
            app.waitUntilExit()
            try await tasks.waitForHistory("completed", count: 2)
            #expect(
                try await tasks.history("work-1") == [
                    "submitted", "launched", "takenUp", "closed", "launched", "takenUp", "completed",
                ])
            #expect(
                try await tasks.history("refresh") == [
                    "submitted", "launched", "closed", "launched", "takenUp", "completed",
                ])
            let explained = try await tasks.world.call(DownloadsInterface.Explain(id: "work-1")).explanations
            #expect(explained.map(\.state) == ["completed"] && explained[0].reason.contains("ba task history"))
        }
    }

    @Test("An app that is quit while it is being woken is left alone, until a person opens it") func quittingAtLaunch()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "nothing")
            try await tasks.submit("refresh")
            try await tasks.waitForWord("launched refresh")
            _ = try await tasks.world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            try await tasks.waitForNoProcess()
            #expect(try await tasks.history() == ["submitted", "launched", "quit"])
            try await tasks.submit("work-1", .processing)
            #expect(try await tasks.record("work-1")?.condition == .throttled)
            #expect(try await tasks.record("refresh")?.condition == .throttled)
            for identifier in ["work-1", "refresh"] { try tasks.tell(identifier, "complete") }
            tasks.world.clock.advance(by: 901)
            try await tasks.waitForHistory("completed", count: 2)
        }
    }

    @Test("With an app goes what it does in the background, and what it has asked for") func uninstalling() async throws
    {
        try await TaskWorld.with { tasks in
            for identifier in ["work-1", "work-2"] {
                try tasks.tell(identifier, "hang")
                try await tasks.submit(identifier, .processing)
            }
            try await tasks.submit("refresh", after: 100)
            try await tasks.waitForHistory("takenUp", count: 2)
            _ = try await tasks.world.call(AppsInterface.Uninstall(bundleID: TaskWorld.bundleID, keepData: false))
            try await tasks.waitForNoProcess()
            #expect(try await tasks.world.call(TasksInterface.List(bundleID: nil)).tasks == [])
            try await tasks.world.install()
            tasks.world.clock.advance(by: 1_000)
            #expect(try await tasks.records() == [])
        }
    }
}
