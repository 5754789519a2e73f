// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

/// What apps give their tasks, and get of them, as programs of their own.
@Suite("D4: URLSessionTask", .timeLimit(.minutes(2))) struct SessionTaskTests {
    private func records(_ tasks: TaskWorld) async throws -> [SessionTaskRecord] {
        try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks
    }

    @Test("What a task was given comes back with it, and what was taken from it does not") func reattachment()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("prepare \(url)")
            try await tasks.open("look \(url)")
            #expect(tasks.said() == ["prepared 0.25 4000000000 11 22 0 %", "none 0.5 4000000000 -1 -1 0 %"])
        }
    }

    @Test("The progress of a task that an earlier process has begun is right, whatever that expected") func progress()
        async throws
    {
        try await TaskWorld.withSessions { tasks, _ in
            let bytes = [UInt8](repeating: 0x61, count: 500_000)
            tasks.world.server.serve("/large", bytes, faults: [.stall(after: 250_000)])
            try await tasks.open("expect \(tasks.world.server.url("/large"))")
            _ = try await tasks.world.wait { try await records(tasks).first?.receivedBytes == 250_000 ? true : nil }
            try await tasks.open("look \(tasks.world.server.url("/large"))")
            #expect(tasks.said() == ["none 0.5 none -1 1000 50 %"])
        }
    }

    @Test("An app that ends before it has looked at its session is woken for it again") func dying() async throws {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try tasks.world.folder.write("", to: "die")
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForHistory("processEnded")
            _ = try await tasks.world.wait {
                try await tasks.records().first { $0.task.identifier == "isStormy" && $0.state == .waiting }
            }
            try FileManager.default.removeItem(atPath: tasks.world.folder.path("die"))
            tasks.world.clock.advance(by: 901)
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().contains("downloaded storm"), "\(tasks.said())")
            #expect(tasks.said().count { $0 == "woken for isStormy" } == 2)
        }
    }

    @Test("What says which sessions are meant may ask for something of the scheduler") func asking() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("", to: "asks")
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().contains("downloaded storm"), "\(tasks.said())")
            #expect(try await tasks.records().map(\.task.identifier) == ["refresh"])
        }
    }

    @Test("A file that is not there, is a folder or may not be read is not sent") func unreadable() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("upload \(url)")
            try FileManager.default.createDirectory(
                atPath: tasks.world.folder.path("photo"), withIntermediateDirectories: false)
            try await tasks.open("upload \(url)")
            #expect(tasks.said() == ["completed errand -1100", "completed errand -1101"])
            #expect(tasks.world.server.requests.filter { $0.path == "/weather" }.isEmpty)
        }
    }

    @Test(
        "A file that may not be read is not sent",
        .enabled(if: geteuid() == 0, "this gives up the rights of root: run it as root, as CI does"))
    func notPermitted() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("a photo", to: "photo")
            chmod(tasks.world.folder.path("photo"), 0o200)
            let launch = try await tasks.world.call(AppsInterface.Launch(bundleID: TaskWorld.bundleID))
            // Who is root reads everything, but for this.
            let run = try await ProgramRun.run(
                "/usr/bin/setpriv", ["--bounding-set=-all", "--inh-caps=-all", launch.executable, "upload \(url)"],
                environment: launch.environment, directory: launch.directory)
            try #require(run.status == 0, "\(run)")
            #expect(tasks.said() == ["completed errand -1102"])
        }
    }

    @Test("A download is paused by its progress, and goes on by it") func pausing() async throws {
        try await TaskWorld.withSessions { tasks, _ in
            let bytes = [UInt8](repeating: 0x61, count: 500_000)
            tasks.world.server.serve("/large", bytes, faults: [.stall(after: 200_000)])
            let app = try await tasks.start(["pause \(tasks.world.server.url("/large"))"])
            try await tasks.waitForWord("paused true")
            _ = try await tasks.world.wait { try await records(tasks).first?.state == .suspended ? true : nil }
            tasks.world.server.release()
            try tasks.world.folder.write("", to: "go")
            try await tasks.waitForWord("completed errand")
            app.waitUntilExit()
            #expect(tasks.said().contains("wrote 500000"), "\(tasks.said())")
        }
    }

    @Test("A body that has no room in a message goes by a file, which nobody else can read and which does not stay")
    func bodies() async throws {
        try await TaskWorld.withSessions { tasks, _ in
            tasks.world.server.serve("/profile", [], finally: .status(201, body: "thanks"))
            let url = tasks.world.server.url("/profile")
            let bodies = tasks.world.folder.path("background-session-bodies-\(getuid())")
            let environment = ["TMPDIR": tasks.world.folder.path("")]
            try await tasks.open(["large \(url)"], environment: environment)
            #expect(tasks.said().last == "completed errand", "\(tasks.said())")
            let sent = tasks.world.server.requests.last
            #expect(sent?.body == [UInt8](repeating: 7, count: 600_000))
            #expect(sent?["Content-Type"] == "application/x-www-form-urlencoded")
            let mode = try FileManager.default.attributesOfItem(atPath: bodies)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bodies) == [])

            // No process has so large a number.
            let (gone, own) = ("\(Int32.max)-gone", "\(getpid())-own")
            for name in [gone, own] { try Data().write(to: URL(fileURLWithPath: "\(bodies)/\(name)")) }
            try await tasks.open(["large \(url)"], environment: environment)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bodies) == [own])

            // Others could look into this one.
            chmod(bodies, 0o755)
            let count = tasks.world.server.requests.count
            try await tasks.open(["large \(url)"], environment: environment)
            #expect(tasks.said().last == "completed errand -3000", "\(tasks.said())")
            #expect(tasks.world.server.requests.count == count)
        }
    }

    @Test("An app whose service cannot be started says why nothing comes") func noService() async throws {
        let run = try await ProgramRun.run(
            ProgramRun.programs + "/FixtureSessions", ["leave https://localhost/weather"],
            environment: ["BACKGROUND_ASSETS_ROOT": "/proc/nowhere"])
        #expect(run.status == 0 && run.errors.contains("URLSession isStormy: ") && run.errors.contains("/proc/nowhere"))
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test("What an app of scenes begins when it is in front no more goes on without it") func leaving() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write(url, to: "weather")
            tasks.world.server.serve("/weather", Array("a storm".utf8), faults: [.stall(after: 2)])
            let app = try await tasks.start([])
            try await tasks.waitForWord("in front")
            app.terminate()
            app.waitUntilExit()
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForWord("finished events of isStormy")
            #expect(tasks.said().contains("downloaded a storm"), "\(tasks.said())")
        }
    }

    @Test("A session that is begun on a full disk goes on when there is room", .enabled(if: SmallDisk.isPossible))
    func fullDisk() async throws {
        try await TaskWorld.withSessions(megabytes: 96) { tasks, url in
            let disk = try #require(tasks.world.disk)
            try disk.fill(leaving: 0)
            let app = try await tasks.start(["download \(url)"])
            try disk.free()
            try await tasks.waitForWord("completed errand")
            app.waitUntilExit()
            #expect(tasks.said() == ["wrote 5", "downloaded storm", "completed errand"])
        }
    }
}
