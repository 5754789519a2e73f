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

/// Downloads that an app schedules itself: a real service, database and HTTPS server.
@Suite("File downloads", .timeLimit(.minutes(5))) struct FileQueueTests {
    private let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/one", bytes)
            try await body(world)
        }
    }

    @Test("A1: a download goes on while no process of its app runs, and its end waits for one")
    func aDownloadGoesOnWithoutItsApp() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 1000)])
            let app = try await world.app()
            let file = world.file("one")
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
            app.close()
            await world.server.wait { $0.stalledCount == 1 }
            world.server.release()
            try await world.waitForNoFiles()
            let events = try await world.endings()
            #expect(events.map(\.kind) == [.finished])
            #expect(events.first?.file == file)
            let path = try #require(events.first?.path)
            #expect(path.hasPrefix(world.root + "/downloads/"))
            #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes)
            // Somebody has taken it: it is told once.
            #expect(try await world.endings() == [])
        }
    }

    @Test("A5: a download that is scheduled again while it is cancelled is scheduled, or not") func cancelledMeanwhile()
        async throws
    {
        try await with { world in
            world.server.serve("/one", bytes, finally: .stall(after: 1000))
            let (one, other) = (try await world.app(), try await world.app())
            defer {
                one.close()
                other.close()
            }
            let file = world.file("one")
            let schedule = FilesInterface.Schedule(file: file, foreground: false)
            let allowed: Set<ServiceError.Code> = [.downloadAlreadyScheduled, .downloadNotFound]
            for _ in 0..<50 {
                _ = await outcome(schedule, on: one)
                async let cancelled = outcome(FilesInterface.Cancel(id: file.id), on: one)
                async let scheduled = outcome(schedule, on: other)
                let codes = await Set([cancelled, scheduled].compactMap(\.self))
                #expect(codes.isSubset(of: allowed), "\(codes)")
            }
            // What is listed is on record, too.
            let count = try await world.files().count
            try await world.restart()
            #expect(try await world.files().count == count)
        }
    }

    /// The error of a call; nil when it has none.
    private func outcome<Method: ServiceMethod>(_ call: Method, on app: VarlinkConnection) async -> ServiceError.Code? {
        do { _ = try await ServiceWorld.call(call, on: app) } catch {
            return (error as? ServiceError)?.code ?? .internalError
        }
        return nil
    }

    @Test("A1: downloads survive a restart of the service, and so does an end that nobody has taken")
    func downloadsSurviveARestart() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 100_000)])
            _ = try await world.schedule(world.file("one"))
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait {
                try await world.files().first { $0.completedBytes > 0 }
            }
            try await world.restart()
            try await world.waitForNoFiles()
            // From where it was.
            #expect(world.server.requests.last { $0.path == "/one" }?.range != nil)
            try await world.restart()
            let events = try await world.endings()
            #expect(events.map(\.kind) == [.finished])
            let path = try #require(events.first?.path)
            #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool") == [])
        }
    }

    @Test("A3: what is queued is listed as it was scheduled, whoever asks; secrets are the app's")
    func listing() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            var file = world.file("one", path: "/one?token=secret")
            file.request.headers = [.init(name: "Authorization", value: "Bearer secret")]
            (file.priority, file.fileSize) = (3, 200_000)
            _ = try await world.schedule(file)
            let app = try await world.app()
            let own = try await ServiceWorld.call(FilesInterface.List(), on: app).files
            app.close()
            #expect(own.map(\.file) == [file])
            #expect(own.map(\.bundleID) == [ServiceWorld.bundleID])
            let seen = try await world.files()
            #expect(seen.map(\.file.identifier) == ["one"])
            #expect("\(seen)".contains("secret") == false)
            await world.server.wait { $0.stalledCount == 1 }
            world.server.release()
            try await world.waitForNoFiles()
            #expect(world.server.requests.last?["Authorization"] == "Bearer secret")
        }
    }

    @Test("A4: a second download with an identifier is refused while the first is scheduled")
    func identifiers() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            let file = world.file("one")
            _ = try await world.schedule(file)
            for second in [file, world.file("one", path: "/two")] {
                let error = await #expect(throws: ServiceError.self) { try await world.schedule(second) }
                #expect(error?.code == .downloadAlreadyScheduled)
            }
            await world.server.wait { $0.stalledCount == 1 }
            world.server.release()
            try await world.waitForNoFiles()
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
        }
    }

    @Test("A4: of an app's downloads the one with the higher priority starts first")
    func priorities() async throws {
        try await with { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "concurrent-transfers", value: "1"))
            world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            for name in ["low", "high", "middle"] { world.server.serve("/" + name, [1]) }
            _ = try await world.schedule(world.file("one"))
            await world.server.wait { $0.stalledCount == 1 }
            for (name, priority) in [("low", -5), ("high", 5), ("middle", 0)] {
                var file = world.file(name)
                file.priority = priority
                _ = try await world.schedule(file)
            }
            let waiting = try await world.files().filter { $0.state == .waiting }
            #expect(waiting.map(\.file.identifier) == ["high", "middle", "low"])
            #expect(waiting.allSatisfy { $0.waiting?.contains("behind") == true })
            world.server.release()
            try await world.waitForNoFiles()
            #expect(world.server.requests.suffix(3).map(\.path) == ["/high", "/middle", "/low"])
        }
    }

    @Test("How many transfers run at a time counts as soon as it is set") func settings() async throws {
        try await with { world in
            func set(_ count: Int) async throws {
                _ = try await world.call(ControlInterface.SetSetting(name: "concurrent-transfers", value: "\(count)"))
            }
            func wait(for count: Int) async throws {
                _ = try await world.wait {
                    try await world.files().filter { $0.state == .downloading }.count == count ? true : nil
                }
            }
            try await set(1)
            for name in ["a", "b", "c"] {
                world.server.serve("/" + name, bytes, finally: .stall(after: 1000))
                _ = try await world.schedule(world.file(name))
            }
            try await wait(for: 1)
            try await set(3)
            try await wait(for: 3)
            try await set(2)
            try await wait(for: 2)
            for name in ["a", "b", "c"] { world.server.serve("/" + name, bytes) }
            world.server.release()
            try await world.waitForNoFiles()
        }
    }

    @Test("A5: what cannot be scheduled throws", arguments: ["essential", "http", "group"])
    func refusals(_ cause: String) async throws {
        try await with { world in
            var file = world.file("one")
            switch cause {
            case "essential": (file.essential, file.fileSize) = (true, 200_000)
            case "http": file.request.url = "http://127.0.0.1/one"
            default:
                // Two that write at a time are in each other's way.
                try await world.stop()
                let store = try AssetStore(path: world.root + "/service.sqlite")
                let other = StoredApp(bundleID: "com.example.other", name: "O", origin: "local", addedAt: 1)
                #expect(try await store.claim("group.other", for: other) == .claimed)
                try await world.start()
                file.groupID = "group.other"
            }
            let error = await #expect(throws: ServiceError.self) { try await world.schedule(file) }
            switch cause {
            case "essential": #expect(error?.code == .essentialDownloadNotPermitted)
            case "http": #expect(error?.code == .downloadInvalid)
            default: #expect(error?.message.contains("com.example.other") == true)
            }
            #expect(try await world.files() == [])
            #expect(world.server.requests.allSatisfy { $0.path != "/one" })
        }
    }

    @Test("A3: a tool schedules nothing, and follows nothing") func toolsScheduleNothing() async throws {
        try await with { world in
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(FilesInterface.Schedule(file: world.file("one"), foreground: false))
            }
            #expect(error?.code == .notAttributed)
        }
    }

    @Test("A3: a cancelled download is forgotten without a word, and its name is free", arguments: [true, false])
    func cancelling(_ byName: Bool) async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 1000)])
            let file = world.file("one")
            _ = try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            let app = try await world.app()
            defer { app.close() }
            _ = try await ServiceWorld.call(FilesInterface.Cancel(id: byName ? "one" : file.id), on: app)
            #expect(try await world.files() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool") == [])
            let error = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(FilesInterface.Cancel(id: file.id), on: app)
            }
            #expect(error?.code == .downloadNotFound)
            #expect(try await world.endings() == [])
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
        }
    }

    @Test("A person's cancellation is told to the app") func cancellingByAPerson() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 1000)])
            _ = try await world.schedule(world.file("one"))
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(FilesInterface.Cancel(bundleID: ServiceWorld.bundleID, id: "one"))
            let events = try await world.endings()
            #expect(events.map(\.failure?.cause) == [.cancelled])
            #expect(try await world.files() == [])
        }
    }

    @Test("A3: what its app schedules again as soon as a person has cancelled it is fetched once, and not paused")
    func reschedulingAtOnce() async throws {
        try await with { world in
            let rounds = 6
            world.server.serve("/one", bytes, faults: Array(repeating: .stall(after: 1000), count: rounds))
            let file = world.file("one")
            for round in 1...rounds {
                _ = try await world.schedule(file)
                await world.server.wait { $0.stalledCount == round }
                _ = try await world.call(FilesInterface.Cancel(bundleID: ServiceWorld.bundleID, id: "one"))
            }
            _ = try await world.schedule(file)
            try await world.waitForNoFiles()
            #expect(world.server.requests.filter { $0.path == "/one" }.count == rounds + 1)
            let kinds = try await world.endings(count: rounds + 1).map(\.kind)
            #expect(kinds.filter { $0 == .finished }.count == 1, "\(kinds)")
        }
    }

    @Test("A person sees a download among the others, pauses it and lets it go on; it says why it waits")
    func pausing() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 100_000)])
            let file = world.file("one")
            _ = try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            func control(_ action: DownloadsInterface.ControlDownload.Action, _ id: String) async throws {
                _ = try await world.call(
                    DownloadsInterface.ControlDownload(
                        bundleID: ServiceWorld.bundleID, packID: id, action: action, callID: UUID().uuidString))
            }
            func listed() async throws -> DownloadRecord? {
                try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.first
            }
            _ = try await world.wait { try await listed()?.completedBytes == 100_000 ? true : nil }
            let record = try #require(try await listed())
            #expect(record.fileID == file.id)
            #expect(record.packID == "one")
            #expect(record.totalBytes == 200_000)
            let going = try await world.call(DownloadsInterface.Explain(id: "one")).explanations
            #expect(going.map(\.state) == ["downloading"])
            for id in ["one", file.id] {
                try await control(.pause, id)
                #expect(try await listed()?.state == .paused)
                let paused = try await world.call(DownloadsInterface.Explain(id: "one")).explanations
                #expect(paused.map(\.reason) == ["paused"])
                try await world.restart()
                #expect(try await listed()?.state == .paused)
                world.server.serve("/one", bytes, faults: id == "one" ? [.stall(after: 1000)] : [])
                try await control(.resume, id)
                if id == "one" { await world.server.wait { $0.stalledCount == 1 } }
            }
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.kind) == [.finished])
            await #expect(throws: ServiceError.self) { try await control(.pause, "nope") }
        }
    }

    @Test("A8: promotion moves a download to the foreground, and no byte comes twice") func promotion() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.stall(after: 100_000)])
            let file = world.file("one")
            let app = try await world.app()
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await world.files().map(\.foreground) == [false])
            for _ in 0..<2 {
                _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: true), on: app)
                #expect(try await world.files().map(\.foreground) == [true])
            }
            // A person sees it too.
            let listed = try await world.call(DownloadsInterface.List(bundleID: nil)).downloads
            #expect(listed.map(\.foreground) == [true])
            // When the app leaves it goes on in the background.
            app.close()
            _ = try await world.wait { try await world.files().first { !$0.foreground } }
            world.server.release()
            try await world.waitForNoFiles()
            #expect(world.server.requests.filter { $0.path == "/one" }.count == 1)
        }
    }

    @Test("C7: an app's downloads and files go with it") func uninstalling() async throws {
        try await with { world in
            world.server.serve("/slow", bytes, faults: [.stall(after: 1000)])
            _ = try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            _ = try await world.schedule(world.file("slow"))
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            #expect(try await world.files(of: nil) == [])
            for folder in ["downloads", "spool"] {
                #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/" + folder) == [])
            }
        }
    }
}
