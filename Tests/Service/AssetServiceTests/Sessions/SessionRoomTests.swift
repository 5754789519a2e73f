// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// What an app may have in its sessions, and for how long.
@Suite("D4: The room of background sessions", .timeLimit(.minutes(2))) struct SessionRoomTests {
    /// Names of what has come, and lies there for its app.
    private func files(_ world: ServiceWorld) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: world.root + "/sessions").filter { $0.contains("/") }
    }

    @Test("What tasks are described with has a limit, up to which a session can be opened again") func size()
        async throws
    {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            let body = Data(repeating: 7, count: 500_000)
            func add(_ number: Int64, to app: SessionClient) async throws {
                try await app.add(
                    SessionTask(
                        number: number, kind: .data, request: FileRequest(url: url, method: "POST", body: body),
                        earliestBegin: world.clock.now + SessionWorld.day))
            }
            var (count, refusal): (Int64, ServiceError?) = (0, nil)
            while refusal == nil, count < 100 {
                do {
                    try await add(count + 1, to: app)
                    count += 1
                } catch let error as ServiceError { refusal = error }
            }
            #expect(
                refusal?.code == .tooManyDownloads && refusal?.message.contains("as files") == true, "\(refusal as Any)"
            )
            #expect((40...50).contains(count), "\(count)")
            app.close()
            let again = try await SessionClient(world)
            defer { again.close() }
            #expect(again.events(.opened).first?.tasks?.count == Int(count))
            // When some have gone there is room.
            try await again.cancel(1)
            try await again.conclude(1)
            try await add(count + 1, to: again)
        }
    }

    @Test("Files that are on no record go when the service begins, and no others") func sweeping() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            let path = try #require(try await app.end(of: 1, in: world).path)
            app.close()
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try Data("what nobody has".utf8).write(to: folder.appending(path: "0123-2"))
            let other = folder.deletingLastPathComponent().appending(path: "com.example.gone")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            try Data("of nobody".utf8).write(to: other.appending(path: "0123-1"))
            try await world.restart()
            let again = try await SessionClient(world)
            defer { again.close() }
            #expect(try files(world) == [folder.lastPathComponent + "/" + URL(fileURLWithPath: path).lastPathComponent])
            #expect(!FileManager.default.fileExists(atPath: other.path))
            #expect(try SessionWorld.read(try await again.end(of: 1, in: world).path) == SessionWorld.bytes)
        }
    }

    @Test("What an app takes no note of for a month is dropped", arguments: [false, true])
    func untaken(isRestarted: Bool) async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(sendsLaunchEvents: false))
            try await app.add(1, url)
            _ = try await app.end(of: 1, in: world)
            app.close()
            world.clock.advance(by: 29 * SessionWorld.day)
            if isRestarted { try await world.restart() }
            #expect(try files(world).count == 1)
            world.clock.advance(by: 2 * SessionWorld.day)
            _ = try await world.wait {
                let tasks = try await world.call(SessionsInterface.List(bundleID: nil)).tasks
                return try tasks.isEmpty && files(world).isEmpty ? true : nil
            }
        }
    }

    @Test("The number of another task is refused, and the same task once more is not") func numbers() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, earliestBegin: world.clock.now + 100)
            try await app.add(1, url, earliestBegin: world.clock.now + 100)
            await #expect(throws: ServiceError.self) { try await app.add(1, url + "?other") }
            await #expect(throws: ServiceError.self) { try await app.add(1, url, method: "POST") }
            world.clock.advance(by: 101)
            _ = try await app.end(of: 1, in: world)
            #expect(SessionWorld.hits(world).count == 1)
        }
    }

    @Test("Who comes back to an upload knows how much there is of it, and to a download what its server has said")
    func comingBack() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000), .stall(after: 1000)]) { world, url in
            try world.folder.write(String(repeating: "x", count: 3_000), to: "photo")
            let app = try await SessionClient(world)
            try await app.add(1, url, as: .upload, method: "POST", uploadPath: world.folder.path("photo"))
            try await app.add(2, url)
            _ = try await world.wait { Set(app.events(.answered).map(\.number)) == [1, 2] ? true : nil }
            await world.server.wait { $0.stalledCount == 2 }
            app.close()
            let again = try await SessionClient(world)
            defer { again.close() }
            let records = try #require(again.events(.opened).first?.tasks)
            #expect(records.map(\.uploadBytes) == [3_000, nil] && records.map(\.answer?.status) == [200, 200])
            // What a server says is none of others' business.
            let listed = try await world.call(SessionsInterface.List(bundleID: nil)).tasks
            #expect(listed.map(\.answer) == [nil, nil])
            world.server.release()
            for number in 1...2 as ClosedRange<Int64> { _ = try await again.end(of: number, in: world) }
        }
    }

    @Test("A download whose time is up tells what another one can go on by") func resumableFailure() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_000_000)]) { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(resourceTimeout: 100))
            defer { app.close() }
            try await app.add(1, url)
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 500_000 } ? true : nil }
            world.clock.advance(by: 101)
            let end = try await app.end(of: 1, in: world)
            #expect(end.failure?.cause == .timedOut && end.path == nil)
            let resumeID = try #require(end.resumeID)
            try await app.conclude(1)
            try await app.add(2, url, resumeID: resumeID)
            #expect(try SessionWorld.read(try await app.end(of: 2, in: world).path) == SessionWorld.bytes)
            let ranges = SessionWorld.hits(world)
            #expect(ranges.count == 2 && ranges.last??.hasPrefix("bytes=") == true, "\(ranges)")
        }
    }
}
