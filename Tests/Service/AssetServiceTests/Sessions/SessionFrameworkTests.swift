// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// Apps that are written with background URL sessions, as programs of their own.
@Suite("D4 to D6: URLSession", .timeLimit(.minutes(2))) struct SessionFrameworkTests {
    private func hits(_ tasks: TaskWorld) -> [String?] {
        tasks.world.server.requests.filter { $0.path == "/weather" }.map(\.range)
    }

    @Test("A delegate hears of a download, of data and of an upload") func delegates() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("a photo", to: "photo")
            try await tasks.open("download \(url)")
            #expect(tasks.said() == ["wrote 5", "downloaded storm", "completed errand"])
            try await tasks.open("data \(url)?other")
            #expect(tasks.said().dropFirst(3) == ["response 200", "data storm", "completed errand"])
            tasks.world.server.serve("/profile", [], finally: .status(201, body: "thanks"))
            try await tasks.open("upload \(tasks.world.server.url("/profile"))")
            #expect(tasks.said().dropFirst(6) == ["sending 7", "response 201", "data thanks", "completed errand"])
            let sent = tasks.world.server.requests.last
            #expect(sent?.body == Array("a photo".utf8))
            #expect(sent?["Content-Type"] == "text/plain")
            // What a link leads to goes to the server, and counts.
            try FileManager.default.moveItem(
                atPath: tasks.world.folder.path("photo"), toPath: tasks.world.folder.path("picture-of-the-day"))
            try FileManager.default.createSymbolicLink(
                atPath: tasks.world.folder.path("photo"), withDestinationPath: "picture-of-the-day")
            try await tasks.open("upload \(tasks.world.server.url("/profile"))")
            #expect(tasks.said().dropFirst(10) == ["sending 7", "response 201", "data thanks", "completed errand"])
            // The body of a request, too.
            try await tasks.open("post \(tasks.world.server.url("/profile"))")
            #expect(tasks.said().dropFirst(14) == ["sending 6", "response 201", "data thanks", "completed errand"])
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
        }
    }

    @Test("Functions wait for answers and files, and completion handlers are called") func waiting() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("async \(url)", "handler \(url)")
            #expect(tasks.said() == ["200 storm", "file storm", "handled storm 200"])
            tasks.world.server.serve("/gone", [], finally: .status(404, body: "none"))
            try await tasks.open("async \(tasks.world.server.url("/gone"))")
            #expect(tasks.said().dropFirst(3) == ["404 none", "file none"])
        }
    }

    @Test("What a server says of something can be asked for without it") func heads() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("head \(url)")
            #expect(tasks.said() == ["head 200 of 5, 0 bytes"])
            #expect(tasks.world.server.requests.filter { $0.path == "/weather" }.map(\.method) == ["HEAD"])
        }
    }

    @Test("One process of an app has a session at a time; another one hears so, and has it afterwards") func inUse()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("a storm".utf8), faults: [.stall(after: 2)])
            let first = try await tasks.start(["stay \(url)"])
            await tasks.world.server.wait { $0.stalledCount == 1 }
            // NSURLErrorBackgroundSessionInUseByAnotherProcess.
            let second = try await tasks.start(["patient \(url)?other"])
            try await tasks.waitForWord("failed -996")
            tasks.world.server.release()
            // Told, and taken note of: nobody is woken for it.
            _ = try await tasks.world.wait {
                try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.isEmpty ? true : nil
            }
            first.terminate()
            first.waitUntilExit()
            // The same object has the session by now.
            try tasks.world.folder.write("", to: "go")
            second.waitUntilExit()
            #expect(tasks.said().last == "also a storm", "\(tasks.said())")
        }
    }

    @Test("What is cancelled ends with that, and what cannot be asked with why; each names its URL") func failures()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            // The fixture says so of an error that does not.
            try await tasks.open("cancel \(url)", "download file:///etc/passwd", "download http://localhost/a")
            #expect(tasks.said() == ["completed errand -999", "completed errand -1002", "completed errand -1022"])
            // A stream cannot be kept until it is sent: nothing is sent in its place.
            try await tasks.open("stream \(url)")
            #expect(tasks.said().suffix(2) == ["completed errand -1021", "completed errand -1021"])
            #expect(!tasks.world.server.requests.contains { $0.method == "POST" })
        }
    }

    @Test("What a delegate has not got to yet is there when it does, though the service was started anew meanwhile")
    func slowDelegate() async throws {
        try await TaskWorld.withSessions { tasks, _ in
            for number in 1...4 { tasks.world.server.serve("/news/\(number)", Array("news \(number)".utf8)) }
            try tasks.world.folder.write("", to: "held")
            let app = try await tasks.start(["slowly \(tasks.world.server.url("/news"))"])
            func wait(for isRight: @Sendable ([SessionTaskRecord]) -> Bool) async throws {
                _ = try await tasks.world.wait {
                    isRight(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks) ? true : nil
                }
            }
            try await wait { $0.count == 3 && $0.allSatisfy { $0.state == .ended } }
            try await tasks.world.restart()
            try tasks.world.folder.write("", to: "more")
            // It has opened its session again, and was told of the first ones once more.
            try await wait { $0.count == 4 }
            try FileManager.default.removeItem(atPath: tasks.world.folder.path("held"))
            app.waitUntilExit()
            #expect(
                tasks.said().filter { $0.hasPrefix("downloaded") }.sorted()
                    == (1...4).map { "downloaded news \($0)" }, "\(tasks.said())")
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
        }
    }

    @Test("An app that has nothing for a session is woken for it three times, and not at once, and is told of by name")
    func unhandled() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("orphan \(url)")
            for count in 1...3 {
                try await tasks.waitForHistory("failed", count: count)
                try await tasks.waitForNoProcess()
                guard count < 3 else { break }
                let record = try await tasks.world.wait { try await tasks.record("orphan") }
                #expect(record.condition == .notYet && record.nextAttempt == tasks.world.clock.now + 900)
                #expect(try await tasks.world.explain("orphan").contains { $0.subject.contains("URLSession orphan") })
                guard count == 1 else {
                    tasks.world.clock.advance(by: 901)
                    continue
                }
                // By the name that it is listed with.
                _ = try await tasks.world.call(ControlInterface.SetSetting(name: "developer-mode", value: "on"))
                _ = try await tasks.world.call(
                    TasksInterface.Simulate(bundleID: TaskWorld.bundleID, identifier: "orphan", simulation: .launch))
            }
            #expect(try await tasks.records() == [])
            let explanation = try await tasks.world.explain("orphan").first
            #expect(
                explanation?.reason.contains("is woken for it no more") == true, "\(String(describing: explanation))")
        }
    }

    @Test("An app that has heard of everything is not woken once more when it makes way for the person") func heard()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("", to: "busy")
            try await tasks.open("leave \(url)")
            try await tasks.waitForWord("finished events of isStormy")
            _ = try await tasks.world.call(AppsInterface.Quit(bundleID: TaskWorld.bundleID))
            try await tasks.waitForHistory("cancelled")
            #expect(try await tasks.records() == [])
        }
    }

    @Test("A file that imports Foundation alone is compiled as it is") func plain() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("plain \(url)")
            #expect(tasks.said() == ["plain storm", "plain 0"])
        }
    }

    @Test("A session that was invalidated takes no task; a request that is to cost nothing waits") func refused()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            _ = try await tasks.world.call(ControlInterface.SetSetting(name: "metered", value: "on"))
            try await tasks.open("late \(url)", "thrifty \(url)")
            #expect(tasks.said() == ["late -997"])
            let records = try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks
            #expect(records.map(\.condition) == [.metered], "\(records)")
        }
    }

    @Test("What an earlier process has begun ends with a session that cancels all") func invalidating() async throws {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("a storm".utf8), faults: [.stall(after: 2)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            try await tasks.open("invalidate \(url)")
            #expect(tasks.said() == ["completed task -999", "invalid"], "\(tasks.said())")
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
        }
    }

    @Test("Times and priorities that are no numbers are as much, or as little, as there is") func endless()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("endless \(url)", "give-up \(url)?other")
            #expect(tasks.said() == ["endless 200", "endless 200", "completed errand -999"])
        }
    }

    @Test("Sessions of other configurations are Foundation's own") func foreground() async throws {
        try await TaskWorld.withSessions { tasks, url in
            // Foundation does not trust the server: the app hears so by its own delegate.
            try await tasks.open("foreground \(url)")
            #expect(tasks.said().count == 1)
            #expect(tasks.said().first?.hasPrefix("completed task -1") == true, "\(tasks.said())")
            #expect(hits(tasks).isEmpty)
        }
    }

    @Test("A download goes on by its resume data, once") func resuming() async throws {
        try await TaskWorld.withSessions { tasks, _ in
            let bytes = [UInt8](repeating: 7, count: 500_000)
            tasks.world.server.serve("/large", bytes, faults: [.stall(after: 200_000)])
            try await tasks.open("resume \(tasks.world.server.url("/large"))")
            #expect(
                tasks.said() == ["resumed at some of 500000", "wrote 500000", "resumed 500000", "not resumed -1000"])
            let ranges = tasks.world.server.requests.filter { $0.path == "/large" }.map(\.range)
            #expect(ranges.count == 2 && ranges.last??.hasPrefix("bytes=") == true, "\(ranges)")
        }
    }

    @Test("What was begun goes on without its app, which is woken for it, and told once") func waking() async throws {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            // Whoever comes back finds it.
            try await tasks.open("all \(url)")
            #expect(tasks.said() == ["tasks [\"0 /weather\"]"])
            tasks.world.server.release()
            try await tasks.waitForHistory("completed")
            #expect(
                tasks.said().dropFirst() == [
                    "woken for isStormy", "downloaded storm", "completed task", "finished events of isStormy",
                ], "\(tasks.said())")
            try await tasks.waitForNoProcess()
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
            #expect(hits(tasks) == [nil])
        }
    }

    @Test(
        "An app that is woken is not let go of before its delegate has heard of everything, though its handler has returned"
    )
    func hasty() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("", to: "hasty")
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForHistory("completed")
            #expect(
                tasks.said() == [
                    "woken for isStormy", "downloaded storm", "completed task", "finished events of isStormy",
                ], "\(tasks.said())")
            try await tasks.waitForNoProcess()
            // And is not woken again.
            #expect(try await tasks.records().isEmpty)
        }
    }

    @Test("A delegate hears once that a task waits for its server, however often that is asked again")
    func waitingOnce()
        async throws
    {
        try await TaskWorld.withSessions { tasks, _ in
            let server = tasks.world.server
            server.serve("/gone", [], finally: .closing)
            let app = try await tasks.start(["stay \(server.url("/gone"))"])
            try await tasks.waitForWord("waiting")
            _ = try await tasks.world.wait {
                try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.condition
                    == .noConnection ? true : nil
            }
            for _ in 0..<3 {
                let count = server.requests.count
                tasks.world.clock.advance(by: 1200)
                _ = try await tasks.world.wait { server.requests.count > count ? true : nil }
                // Its failure is on record, and when it is tried again.
                _ = try await tasks.world.wait {
                    try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.condition
                        == .noConnection ? true : nil
                }
            }
            server.serve("/gone", Array("storm".utf8))
            tasks.world.clock.advance(by: 1200)
            try await tasks.waitForWord("completed task")
            #expect(tasks.said().count { $0 == "waiting" } == 1, "\(tasks.said())")
            app.terminate()
            app.waitUntilExit()
        }
    }

    @Test("D5: The talk: a slow server, an expired task, a promoted request, and an app that is woken for it")
    func stormy() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write(url, to: "weather")
            tasks.world.server.serve("/weather", Array("a storm".utf8), faults: [.stall(after: 2)])
            try await tasks.submit("refresh")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForWord("not known to be stormy")
            try await tasks.waitForHistory("failed")
            try await tasks.waitForNoProcess()
            #expect(!tasks.said().contains("woken for isStormy"))
            tasks.world.server.release()
            try await tasks.waitForWord("finished events of isStormy")
            #expect(tasks.said().contains("downloaded a storm"), "\(tasks.said())")
            #expect(hits(tasks) == [nil])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("A fast server is answered in the task itself") func fast() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write(url, to: "weather")
            try await tasks.submit("refresh")
            try await tasks.waitForHistory("completed")
            #expect(tasks.said() == ["stormy"])
            try await tasks.waitForNoProcess()
        }
    }

    @Test("What is asked for while an app comes back to much is no less its own") func comingBackToMuch() async throws {
        try await TaskWorld.withSessions { tasks, url in
            let before = try await SessionClient(tasks.world, "errands")
            for number in 1...1_000 as ClosedRange<Int64> {
                try await before.add(
                    number, url + "?\(number)", earliestBegin: tasks.world.clock.now + SessionWorld.day)
            }
            before.close()
            try await tasks.open("async \(url)")
            #expect(tasks.said() == ["200 storm", "file storm"], "\(tasks.said())")
        }
    }
}
