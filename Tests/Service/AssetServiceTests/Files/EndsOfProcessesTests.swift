// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService
@testable import BackgroundAssets

/// Ends of downloads, and processes or services that are gone in between: each is told, and none twice to one process.
@Suite("Ends and processes", .timeLimit(.minutes(5))) struct EndsOfProcessesTests {
    private let bytes: [UInt8] = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            world.server.serve("/one", bytes)
            try await body(world)
        }
    }

    /// A process of the app that has been told of the end of a download, and has not said whether it takes it: until it closes.
    private final class Holder {
        private let app: VarlinkConnection
        /// The connection is closed when nobody has these any more.
        private let events: VarlinkReplies<FileEvent>

        init(of name: String, in world: ServiceWorld) async throws {
            app = try await world.app()
            events = try app.stream(FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self)
            var next = events.makeAsyncIterator()
            #expect(try await next.next()?.kind == .subscribed)
            try await world.schedule(world.file(name))
            while let event = try await next.next(), !event.isEnding {}
        }

        func close() { app.close() }
    }

    @Test("A7: a process that moves its file and ends before it can say so has taken it") func movedAndGone()
        async throws
    {
        try await with { world in
            let app = try await world.app()
            var events = try app.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self
            ).makeAsyncIterator()
            #expect(try await events.next()?.kind == .subscribed)
            try await world.schedule(world.file("one"))
            var end: FileEvent?
            while end == nil, let event = try await events.next() { end = event.isEnding ? event : nil }
            let path = try #require(end?.path)
            try FileManager.default.moveItem(atPath: path, toPath: world.caches + "/one")
            app.close()
            try await world.waitForNoEndings()
            #expect(world.cached("one.finished") == nil && world.cached("one.woken") == nil)
        }
    }

    @Test(
        "A9: an end that is told again, since the service has lost that it was taken, is not told twice to one process")
    func once() async throws {
        try await with { world in
            let manager = try await world.manager()
            let delegate = TakingDelegate()
            // The extension would take it before there is a delegate.
            _ = try await world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            manager.delegate = delegate
            let download = world.file("one")
            // Another process is told of it, too, and leaves it to the delegate.
            let (app, follower) = (try await world.app(), try await world.app())
            defer {
                app.close()
                follower.close()
            }
            var events = try follower.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self
            )
            .makeAsyncIterator()
            #expect(try await events.next()?.kind == .subscribed)
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: download, foreground: true), on: app)
            var end: FileEvent?
            while end == nil, let event = try await events.next() { end = event.isEnding ? event : nil }
            let event = try #require(end).id
            _ = try await ServiceWorld.call(FilesInterface.Conclude(eventID: event, taken: false), on: app)
            follower.close()
            _ = try await world.wait { delegate.lines.contains("finished one 50000") ? true : nil }
            try await world.waitForNoEndings()
            try await world.stop()
            let path = world.root + "/downloads/\(ServiceWorld.bundleID)/\(download.id)"
            let told = FileEvent(
                id: event, kind: .finished, bundleID: ServiceWorld.bundleID, file: download, path: path)
            do {
                let store = try AssetStore(path: world.root + "/service.sqlite")
                #expect(
                    try await store.keep([
                        StoredFileEnding(
                            id: event, bundleID: ServiceWorld.bundleID, downloadID: download.id,
                            body: try JSONEncoder().encode(told), endedAt: world.clock.now)
                    ]))
            }
            try await world.start()
            // The process says once more that it has it.
            try await world.waitForNoEndings()
            #expect(delegate.lines.filter { $0.hasPrefix("finished") } == ["finished one 50000"])
            withExtendedLifetime(delegate) {}
        }
    }

    @Test(
        "A7: after a restart of the service a process that runs has time to come back before the extension is told",
        arguments: [true, false])
    func comingBack(isBack: Bool) async throws {
        try await with { world in
            let holder = try await Holder(of: "one", in: world)
            let process = TestProcess()
            process.executableURL = URL(fileURLWithPath: "/bin/sleep")
            process.arguments = ["600"]
            process.environment = try await world.call(AppsInterface.Identify(bundleID: ServiceWorld.bundleID))
                .environment
            try process.run()
            defer {
                process.send(9)
                process.waitUntilExit()
            }
            try await world.restart()
            holder.close()
            let deadline = world.clock.now + FileEventsService.returnTime
            _ = try await world.wait { world.clock.isAwaited(deadline) ? true : nil }
            #expect(world.cached("one.finished") == nil)
            if isBack {
                #expect(try await world.endings().map(\.kind) == [.finished])
            } else {
                world.clock.advance(by: FileEventsService.returnTime)
            }
            try await world.waitForNoEndings()
            #expect((world.cached("one.finished") != nil) == !isBack)
        }
    }

    @Test("A7: a process that dies with an end in its hand leaves it to the extension") func died() async throws {
        try await with { world in
            let holder = try await Holder(of: "one", in: world)
            #expect(world.cached("one.finished") == nil)
            holder.close()
            _ = try await world.wait { world.cached("one.finished") }
            try await world.waitForNoEndings()
        }
    }

    @Test("A1: headers are sent after a restart of the service, too, and stand in no log and no explanation")
    func secrets() async throws {
        try await ServiceWorld.with { world in
            try await world.stop()
            world.keepsLog = true
            try await world.start()
            try await world.install()
            let path = "/one"
            world.server.serve(
                path, bytes, faults: [.stall(after: 10_000), .status(503, headers: [("Retry-After", "2")])],
                finally: .status(403).unless("X-Token", "s3cret-of-the-app"))
            var file = world.file("one")
            file.request.headers = [
                .init(name: "X-Token", value: "s3cret-of-the-app"),
                .init(name: "Authorization", value: "Bearer s3cret"),
            ]
            try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await world.explain("one").allSatisfy { !"\($0)".contains("s3cret") })
            try await world.restart()
            world.server.release()
            let waits = try await world.told("one", .serverError, because: "status 503")
            #expect(!"\(waits)".contains("s3cret"))
            world.clock.advance(by: 3)
            try await world.waitForNoFiles()
            let requests = world.server.requests.filter { $0.path == path }
            #expect(requests.count == 3)
            #expect(
                requests.allSatisfy { $0["Authorization"] == "Bearer s3cret" && $0["X-Token"] == "s3cret-of-the-app" })
            #expect(try await world.storedEndings() == 1)
            let log = try String(contentsOfFile: world.root + "/service.log", encoding: .utf8)
            #expect(log.contains("status 503"))
            #expect(!log.contains("s3cret"))
        }
    }
}
