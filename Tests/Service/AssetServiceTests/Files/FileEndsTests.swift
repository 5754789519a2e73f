// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// What is told of downloads that an app schedules itself, and of their ends: a real service, database and HTTPS server.
@Suite("Ends of file downloads", .timeLimit(.minutes(5))) struct FileEndsTests {
    private let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/one", bytes)
            try await body(world)
        }
    }

    @Test("A9: an end that a follower does not take is there for the next") func untakenEnds() async throws {
        try await with { world in
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            let first = try await world.endings(taking: false)
            #expect(first.count == 1)
            #expect(try await world.endings(taking: nil) == first)
            #expect(try await world.endings() == first)
            #expect(try await world.endings() == [])
        }
    }

    @Test("A download that has ended can be scheduled again when its end was taken; its old file is not the new one's")
    func schedulingAgain() async throws {
        try await with { world in
            let file = world.file("one")
            world.server.serve("/one", [], faults: [.status(404)])
            _ = try await world.schedule(file)
            try await world.waitForNoFiles()
            // That it failed, nobody has heard of yet.
            world.server.serve("/one", bytes)
            _ = try await world.schedule(file)
            try await world.waitForNoFiles()
            let error = await #expect(throws: ServiceError.self) { try await world.schedule(file) }
            #expect(error?.code == .downloadAlreadyScheduled && error?.message.contains("has arrived") == true)
            let path = try #require(try await world.endings().last?.path)
            #expect(FileManager.default.fileExists(atPath: path))
            world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            _ = try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(!FileManager.default.fileExists(atPath: path))
            world.server.serve("/one", [1, 2, 3])
            try await world.restart()
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.kind) == [.finished])
            #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == [1, 2, 3])
        }
    }

    @Test("What is scheduled again in the moment in which it ends has arrived, and its file stays")
    func schedulingAtOnce()
        async throws
    {
        try await with { world in
            let app = try await world.app()
            defer { app.close() }
            for round in 1...10 {
                let file = world.file("one-\(round)", path: "/one")
                try await world.schedule(file)
                var refusal: ServiceError?
                while refusal?.message.contains("has arrived") != true, !Task.isCancelled {
                    refusal = await #expect(throws: ServiceError.self) {
                        try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
                    }
                }
                #expect(world.server.requests.count { $0.path == "/one" } == round)
            }
            #expect(
                try await world.endings().allSatisfy { FileManager.default.fileExists(atPath: $0.path ?? "none") })
        }
    }

    @Test("A file that its app had moved when the service was killed is not told of once more") func movedBefore()
        async throws
    {
        try await with { world in
            for name in ["one", "two"] { try await world.schedule(world.file(name, path: "/one")) }
            try await world.waitForNoFiles()
            let paths = try await world.endings(taking: false).map { ($0.file?.identifier, $0.path) }
            let moved = try #require(paths.first { $0.0 == "one" }?.1)
            try await world.stop()
            try FileManager.default.moveItem(atPath: moved, toPath: world.folder.path("mine"))
            try await world.start()
            #expect(try await world.endings().map(\.file?.identifier) == ["two"])
        }
    }

    @Test("What is cancelled while its file is being put in place, or recorded, has come all the same")
    func cancelledAtTheEnd() async throws {
        try await with { world in
            for round in 0..<20 {
                let file = world.file("one-\(round)", path: "/one")
                let app = try await world.app()
                defer { app.close() }
                try await world.schedule(file)
                var isOver = false
                while !isOver, !Task.isCancelled {
                    do {
                        _ = try await world.call(
                            DownloadsInterface.ControlDownload(
                                bundleID: ServiceWorld.bundleID, packID: file.id, action: .cancel))
                    } catch let error as ServiceError where error.code == .downloadNotFound { isOver = true }
                }
                try await world.waitForNoFiles()
                let ends = try await world.endings()
                #expect(ends.count == 1)
                // Told of what there is, and nothing that nobody is told of.
                let folder = world.root + "/downloads/" + ServiceWorld.bundleID
                let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                #expect(left.contains(file.id) == (ends.first?.kind == .finished), "\(ends)")
            }
        }
    }

    @Test("What nobody comes for in a month is forgotten, with its file") func forgottenEnds() async throws {
        try await with { world in
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            let folder = world.root + "/downloads/" + ServiceWorld.bundleID
            for (days, count) in [(29.0, 1), (2, 0)] {
                world.clock.advance(by: days * 86_400)
                try await world.restart()
                // Its socket is there before it has looked through what it has; it answers when it has.
                try await world.waitForNoFiles()
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == count)
            }
            #expect(try await world.endings() == [])
        }
    }

    @Test("A6: who follows is told of beginning, progress and end, in this order") func following() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 100_000)])
            let app = try await world.app()
            defer { app.close() }
            var events = try app.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self
            )
            .makeAsyncIterator()
            #expect(try await events.next()?.kind == .subscribed)
            _ = try await world.schedule(world.file("one"))
            #expect(try await events.next()?.kind == .began)
            let progress = try #require(try await events.next())
            #expect(progress.kind == .downloading)
            #expect(progress.totalBytes == 200_000)
            world.server.release()
            var written = progress.bytesWritten
            var last = progress
            while let event = try await events.next() {
                last = event
                written += event.bytesWritten
                if event.isEnding { break }
            }
            #expect(last.kind == .finished)
            #expect(written == 200_000)
            #expect(last.completedBytes == 200_000)
        }
    }

    @Test("A6: progress and beginnings are not kept for who comes later") func nothingElseIsKept() async throws {
        try await with { world in
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            let kinds = try await world.endings(all: true).map(\.kind)
            #expect(kinds == [.subscribed, .finished])
        }
    }
}
