// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Background URL sessions, as an app's process has them, over a real socket and from a real server.
@Suite("D4: Background sessions", .timeLimit(.minutes(2))) struct BackgroundSessionTests {
    private func code(_ body: () async throws -> Void) async throws -> ServiceError.Code? {
        do { try await body() } catch let error as ServiceError { return error.code }
        return nil
    }

    // MARK: What comes

    @Test("A download comes as a file, which goes when its app has taken note of it") func download() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            let end = try await app.end(of: 1, in: world)
            #expect(end.answer?.status == 200)
            #expect(try SessionWorld.read(end.path) == SessionWorld.bytes)
            #expect(end.receivedBytes == Int64(SessionWorld.bytes.count))
            #expect(try await world.call(SessionsInterface.List(bundleID: nil)).tasks.map(\.state) == [.ended])
            #expect(try await app.conclude(1) == nil)
            #expect(try await world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
            #expect(!FileManager.default.fileExists(atPath: try #require(end.path)))
            #expect(app.events(.drained).isEmpty)
            _ = try await world.wait {
                try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool").isEmpty ? true : nil
            }
        }
    }

    @Test("An answer of any status is one") func notFound() async throws {
        try await SessionWorld.with(finally: .status(404, body: "no weather")) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data)
            let end = try await app.end(of: 1, in: world)
            #expect(end.answer?.status == 404)
            #expect(try SessionWorld.read(end.path) == Array("no weather".utf8))
        }
    }

    @Test("A file goes to the server as it was when it was handed over") func upload() async throws {
        try await SessionWorld.with(faults: [.closing], finally: .status(201, body: "thanks")) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            let path = try world.folder.write("a photo", to: "photo")
            try await app.add(1, url, as: .upload, method: "POST", uploadPath: path)
            try FileManager.default.removeItem(atPath: path)
            _ = try await world.wait { app.events(.waiting, 1).first }
            world.clock.advance(by: 3)
            let end = try await app.end(of: 1, in: world)
            #expect(end.answer?.status == 201)
            #expect(end.sentBytes == 7)
            #expect(try SessionWorld.read(end.path) == Array("thanks".utf8))
            #expect(world.server.requests.last?.body == Array("a photo".utf8))
            let record = try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first
            #expect(record?.sentBytes == 7 && record?.uploadBytes == 7)
        }
    }

    @Test("A file goes to the server whose app ends while it is just being kept") func endingEarly() async throws {
        try await SessionWorld.with(finally: .status(201, body: "thanks")) { world, url in
            let path = try world.folder.write("", to: "film")
            // What takes a while to be copied, and to reach the disk.
            try #require(truncate(path, 64 << 20) == 0)
            let app = try await SessionClient(world)
            let adding = Task { try? await app.add(1, url, as: .upload, method: "POST", uploadPath: path) }
            _ = try await world.wait {
                try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool").isEmpty ? nil : true
            }
            app.close()
            await adding.value
            await world.server.wait { $0.requests.last?.body.count == 64 << 20 }
            let next = try await SessionClient(world)
            defer { next.close() }
            #expect(try await next.end(of: 1, in: world).answer?.status == 201)
        }
    }

    @Test(
        "What has a large body is what its app has asked for all the same",
        arguments: [SessionTask.Kind.data, .download])
    func largeBody(_ kind: SessionTask.Kind) async throws {
        try await SessionWorld.with(finally: .status(201, body: "thanks")) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            let path = try world.folder.write("a photo", to: "photo")
            try await app.add(1, url, as: kind, method: "POST", uploadPath: path)
            // It is done twice.
            try await app.add(2, url, as: kind, method: "POST", uploadPath: path)
            for number in [1, 2] as [Int64] {
                #expect(
                    try SessionWorld.read(try await app.end(of: number, in: world).path) == Array("thanks".utf8))
            }
            let sent = world.server.requests.filter { $0.path == "/weather" }.map(\.body)
            #expect(sent == [Array("a photo".utf8), Array("a photo".utf8)])
            let kinds = try await world.call(SessionsInterface.List(bundleID: nil)).tasks.map(\.task.kind)
            #expect(kinds == [kind, kind])
        }
    }

    // MARK: Going on

    @Test("Requests go on while the app is away; it is told once of all when it comes back") func away() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            app.close()
            world.server.release()
            _ = try await world.wait {
                try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.state == .ended ? true : nil
            }
            let again = try await SessionClient(world)
            defer { again.close() }
            let end = try await again.end(of: 1, in: world)
            #expect(try SessionWorld.read(end.path) == SessionWorld.bytes)
            #expect(again.events.first?.tasks?.map(\.task.number) == [1])
            #expect(again.events(.drained).isEmpty)
            #expect(again.events.first?.drains == 1)
            #expect(try await again.conclude(1) == 1)
            _ = try await world.wait { again.events(.drained).first }
            try await again.add(2, url)
            _ = try await again.end(of: 2, in: world)
            #expect(try await again.conclude(2) == 1)
            #expect(again.events(.drained).count == 1)
        }
    }

    @Test("Requests outlast the service: what has come is not fetched again") func restarting() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            app.close()
            try await world.restart()
            world.server.release()
            let again = try await SessionClient(world)
            defer { again.close() }
            #expect(try SessionWorld.read(try await again.end(of: 1, in: world).path) == SessionWorld.bytes)
            let ranges = SessionWorld.hits(world)
            #expect(ranges.count == 2)
            #expect(ranges.last??.hasPrefix("bytes=1") == true, "\(ranges)")
        }
    }

    @Test("Of what an app had taken when the service was killed it hears once more that it has ended, and of no file")
    func takenBefore()
        async throws
    {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            try await app.add(2, url + "?2")
            let paths = [try await app.end(of: 1, in: world).path, try await app.end(of: 2, in: world).path]
            app.close()
            try await world.stop()
            try FileManager.default.removeItem(atPath: try #require(paths[0]))
            try await world.start()
            let again = try await SessionClient(world)
            defer { again.close() }
            let ends = [try await again.end(of: 1, in: world), try await again.end(of: 2, in: world)]
            #expect(ends.map(\.path) == [nil, paths[1]] && ends.allSatisfy { $0.failure == nil })
            #expect(try SessionWorld.read(paths[1]) == SessionWorld.bytes)
        }
    }

    @Test("A server that is gone for a day is asked again and again") func goneForADay() async throws {
        try await SessionWorld.with(finally: .closing) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            _ = try await world.wait { app.events(.waiting, 1).first }
            let begin = world.clock.now
            while world.clock.now < begin + SessionWorld.day {
                // Counted before the clock moves: the next request may be there before this goes on. That it waits
                // again is told each time, when it is over.
                let (requests, waits) = (world.server.requests.count, app.events(.waiting, 1).count)
                world.clock.advance(by: 1200)
                _ = try await world.wait { app.events(.waiting, 1).count > waits ? true : nil }
                #expect(world.server.requests.count > requests)
            }
            let explained = try await world.call(DownloadsInterface.Explain(id: "weather")).explanations
            #expect(explained.first?.condition == .noConnection, "\(explained)")
            world.server.serve("/weather", SessionWorld.bytes)
            world.clock.advance(by: 1200)
            #expect(try SessionWorld.read(try await app.end(of: 1, in: world).path) == SessionWorld.bytes)
        }
    }

    @Test("What has not ended in the time that its session gives it has failed") func timeout() async throws {
        try await SessionWorld.with(finally: .closing) { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(resourceTimeout: 100))
            defer { app.close() }
            try await app.add(1, url)
            _ = try await world.wait { app.events(.waiting, 1).first }
            world.clock.advance(by: 101)
            #expect(try await app.end(of: 1, in: world).failure?.cause == .timedOut)
        }
    }

    // MARK: Who may what

    @Test("One process has a session at a time, and nobody else says what becomes of it") func owners() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            #expect(try await code { _ = try await SessionClient(world) } == .sessionInUse)
            let stranger = try await world.app()
            defer { stranger.close() }
            #expect(
                try await code {
                    _ = try await ServiceWorld.call(
                        SessionsInterface.Add(
                            session: "unopened",
                            task: SessionTask(number: 1, kind: .data, request: FileRequest(url: url))), on: stranger)
                } == .sessionNotOpen)
            #expect(try await code { try await app.cancel(7) } == .sessionTaskNotFound)
            // A tool has no sessions.
            #expect(
                try await code {
                    _ = try await world.call(
                        SessionsInterface.Conclude(bundleID: ServiceWorld.bundleID, session: "weather", number: 1))
                } == .notAttributed)
        }
    }

    @Test("The same identifier in another app is another session, of which neither app has anything") func otherApps()
        async throws
    {
        try await SessionWorld.with { world, url in
            try await world.installAnother("com.example.other")
            let app = try await SessionClient(world)
            let other = try await SessionClient(world, of: "com.example.other")
            defer {
                app.close()
                other.close()
            }
            try await app.add(1, url)
            _ = try await app.end(of: 1, in: world)
            #expect(other.events.map(\.kind) == [.opened])
            #expect(other.events.first?.tasks == [])
            #expect(try await other.call(SessionsInterface.List()).tasks == [])
            #expect(try await code { try await other.cancel(1) } == .sessionTaskNotFound)
            // That this one has taken note of it is nothing to that one.
            try await other.conclude(1)
            #expect(try await app.call(SessionsInterface.List()).tasks.map(\.state) == [.ended])
            #expect(
                try await code {
                    _ = try await other.call(
                        SessionsInterface.Conclude(bundleID: ServiceWorld.bundleID, session: "weather", number: 1))
                } == .notAttributed)
        }
    }

    @Test("Tools see no secrets") func secrets() async throws {
        try await SessionWorld.with(finally: .closing) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(
                SessionTask(
                    number: 1, kind: .download,
                    request: FileRequest(
                        url: url + "?key=geheim", headers: [.init(name: "Authorization", value: "geheim")])))
            let tasks = try await world.call(SessionsInterface.List(bundleID: ServiceWorld.bundleID)).tasks
            let told = try #require(tasks.first?.task.request)
            #expect(!told.url.contains("geheim") && !"\(told.headers)".contains("geheim"))
            let own = try await app.call(SessionsInterface.List()).tasks.first?.task.request
            #expect(own?.url.hasSuffix("geheim") == true)
            #expect(own?.headers.map(\.value) == ["geheim"])
        }
    }

    @Test(
        "What cannot be asked ends with why",
        arguments: [
            SessionTask(number: 1, kind: .data, request: FileRequest(url: "file:///etc/passwd")),
            SessionTask(number: 1, kind: .data, request: FileRequest(url: "no address")),
            SessionTask(number: 1, kind: .data, request: FileRequest(url: "https://h/", method: "G T")),
            SessionTask(number: 1, kind: .upload, request: FileRequest(url: "https://h/")),
            SessionTask(number: 1, kind: .data, request: FileRequest(url: "https://h/"), uploadPath: "/x"),
            SessionTask(
                number: 1, kind: .data,
                request: FileRequest(url: "https://h/", headers: [.init(name: "a", value: "b\r\nc: d")])),
            SessionTask(number: 1, kind: .unknown, request: FileRequest(url: "https://h/")),
        ]) func faults(_ task: SessionTask) async throws
    {
        try await SessionWorld.with { world, _ in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(task)
            let end = try await app.end(of: 1, in: world)
            #expect(end.failure != nil)
            #expect(end.answer == nil)
        }
    }

    @Test("A file that cannot be read, or is none, is not sent", arguments: ["missing", "."]) func unreadable(
        _ name: String
    ) async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .upload, method: "POST", uploadPath: world.folder.path(name))
            #expect(try await app.end(of: 1, in: world).failure?.cause == .fileSystem)
            #expect(SessionWorld.hits(world).isEmpty)
        }
    }

    @Test("With an app goes what is in its sessions") func uninstalling() async throws {
        try await SessionWorld.with(faults: [.none, .stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            _ = try await app.end(of: 1, in: world)
            try await app.add(2, url)
            await world.server.wait { $0.stalledCount == 1 }
            app.close()
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            world.server.release()
            #expect(try await world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
            _ = try await world.wait {
                let spool = try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool")
                let files = try FileManager.default.contentsOfDirectory(atPath: world.root + "/sessions")
                return spool.isEmpty && files.isEmpty ? true : nil
            }
        }
    }
}
