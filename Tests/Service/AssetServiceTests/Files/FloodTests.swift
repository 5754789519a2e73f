// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import FoundationNetworking
import ServiceInterface
import Synchronization
import SystemSupport
import Testing
import Varlink

@testable import AssetService
@testable import BackgroundAssets

/// Apps and extensions that want more downloads than anybody needs: a real service, database, server and extension.
@Suite("Floods of downloads", .timeLimit(.minutes(5))) struct FloodTests {
    private static let other = "com.example.other"
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    /// How the extension has failed, as it is explained to a person.
    private func failure(_ world: ServiceWorld) async throws -> Explanation? {
        try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            .first { $0.subject.hasPrefix("the extension of") && $0.state == "failed" }
    }

    /// That another app gets what it wants meanwhile.
    private func expectOtherIsServed(_ world: ServiceWorld, _ name: String) async throws {
        world.server.serve("/" + name, bytes)
        let app = try await world.app(Self.other)
        defer { app.close() }
        var file = world.file(name)
        file.groupID = "group." + Self.other
        _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
        _ = try await world.wait { try await world.files(of: Self.other).isEmpty ? true : nil }
        #expect(world.server.requests.contains { $0.path == "/" + name })
    }

    @Test(
        "What an extension wants beyond the bound is refused, with its count, and nothing else suffers",
        arguments: [
            (20_001, "1024", "wants 20001 downloads, and an app may have 20000"), (1_000_000, "8", "memory exception"),
        ])
    func choices(_ count: Int, _ memory: String, _ reason: String) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/content", Array("flood \(count)".utf8))
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-memory", value: memory))
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains(reason) == true, "\(last?.detail ?? "")")
            #expect(last?.detail?.contains(ServiceWorld.bundleID) == true)
            #expect(try await world.files(of: nil) == [])
            #expect(try await failure(world)?.reason.contains(reason) == true)
            try await world.installAnother(Self.other)
            try await expectOtherIsServed(world, "other")
            // It is asked again in time, and what it wants then is had.
            world.serveContent(["s1 -"])
            world.server.serve("/s1", bytes)
            world.clock.advance(by: 8 * 86_400)
            _ = try await world.wait { world.cached("s1.finished") }
            _ = try await world.wait { try await failure(world) == nil ? true : nil }
        }
    }

    @Test("As many as an extension may want are queued, listed to its app, and gone with it") func manyChoices()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/content", Array("flood 5000".utf8))
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-memory", value: "1024"))
            _ = try await world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "off"))
            let last = try await world.install()
            #expect(last?.detail == nil)
            #expect(try await world.files().count == 5000)
            let manager = try await world.manager()
            #expect(try await manager.currentDownloads.count == 5000)
            let queue = try #require(try await world.call(ControlInterface.Status()).queue)
            #expect(queue.downloads == 5000)
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.count < 60)
            #expect(told.contains { $0.subject == "4950 more downloads of \(ServiceWorld.bundleID)" })
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            #expect(try await world.files(of: nil) == [])
        }
    }

    @Test("An app that schedules in a loop is refused from the bound on; there is room again when some are cancelled")
    func loops() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try await world.installAnother(Self.other)
            try await world.queue(FilesInterface.largestCount - 5, isPaused: true)
            let start = world.clock.now
            let manager = try await world.manager()
            let url = try #require(URL(string: "https://127.0.0.1:1/x"))
            let isEnough = Atomic(false)
            let (outcomes, source) = AsyncStream.makeStream(of: NSError?.self)
            Thread.detachNewThread {
                var count = 0
                while count < 200 || !isEnough.load(ordering: .relaxed) {
                    let download = BAURLDownload(
                        identifier: "loop-\(count)", request: URLRequest(url: url), fileSize: 0,
                        applicationGroupIdentifier: ServiceWorld.groupID)
                    count += 1
                    do {
                        try manager.scheduleDownload(download)
                        source.yield(nil)
                    } catch { source.yield(error as NSError) }
                }
                source.finish()
            }
            try await expectOtherIsServed(world, "other")
            isEnough.store(true, ordering: .relaxed)
            var errors: [NSError?] = []
            for await error in outcomes { errors.append(error) }
            #expect(errors.prefix(5).allSatisfy { $0 == nil })
            for error in errors.dropFirst(5) {
                #expect(error?.domain == BAErrorDomain)
                #expect(error?.code == BAErrorCode.downloadFailedToStart.rawValue)
                let text = error?.localizedDescription ?? ""
                for part in [ServiceWorld.bundleID, "has 20000 downloads", "may have 20000"] {
                    #expect(text.contains(part), "\(text)")
                }
            }
            func refused() async throws -> Explanation? {
                try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
                    .first { $0.state == "refused" }
            }
            let told = try #require(try await refused())
            #expect(told.reason.contains("\(errors.count - 5) that it wanted were refused"))
            #expect(told.since == start)
            #expect(told.endsWhen?.contains("cancelled") == true)
            let app = try await world.app()
            defer { app.close() }
            _ = try await ServiceWorld.call(FilesInterface.Cancel(id: "queued-7"), on: app)
            _ = try await world.schedule(world.file("one"))
            let error = await #expect(throws: ServiceError.self) { try await world.schedule(world.file("two")) }
            #expect(error?.code == .tooManyDownloads)
        }
    }

    @Test("An extension that schedules in a loop is refused from the bound on, too") func extensionLoops() async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            world.server.serve("/Flood", bytes)
            try await world.queue(FilesInterface.largestCount - 5, isPaused: true)
            try await world.schedule(world.file("Flood"))
            // Its own place is free when it has ended, and taken until that was told.
            let told = try await world.wait { world.cached("Flood.refused") }
            #expect(told == "\(BAErrorDomain) \(BAErrorCode.downloadFailedToStart.rawValue) 4")
        }
    }

    @Test("What has ended counts until somebody has taken it") func untakenEnds() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try await world.stop()
            do {
                let store = try AssetStore(path: world.root + "/service.sqlite")
                let endings = try (0..<FilesInterface.largestCount).map { index in
                    let file = world.file("ended-\(index)")
                    let event = FileEvent(
                        id: Int64(index) + 1_000_000, kind: .failed, bundleID: ServiceWorld.bundleID, file: file,
                        failure: FileFailure(cause: .notFound, message: "it was not found"))
                    return StoredFileEnding(
                        id: event.id, bundleID: ServiceWorld.bundleID, downloadID: file.id,
                        body: try JSONEncoder().encode(event), endedAt: world.clock.now)
                }
                #expect(try await store.keep(endings))
            }
            try await world.start()
            let error = await #expect(throws: ServiceError.self) { try await world.schedule(world.file("one")) }
            #expect(error?.code == .tooManyDownloads)
            #expect(error?.message.contains("20000 ends that nobody has taken") == true)
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.contains { $0.subject == "19950 more downloads of \(ServiceWorld.bundleID)" })
            #expect(try await world.endings(count: 40).count == 40)
            try await world.schedule(world.file("one"))
        }
    }

    @Test("A8: an app with ten thousand downloads in the queue keeps no other app's one from its turn") func fairness()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.install()
            try await world.installAnother(Self.other)
            world.server.serve("/queued", bytes, finally: .stall(after: 0))
            world.server.serve("/single", bytes)
            try await world.queue(10_000, isPaused: false)
            await world.server.wait { $0.stalledCount == 4 }
            let app = try await world.app(Self.other)
            defer { app.close() }
            var file = world.file("single")
            file.groupID = "group." + Self.other
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
            // The next one that begins is the other app's, by whatever the first place becomes free.
            let running = try #require(
                try await world.files().first { $0.state == .downloading }, "none of the first app runs")
            _ = try await world.call(
                FilesInterface.Cancel(bundleID: ServiceWorld.bundleID, id: running.file.identifier))
            _ = try await world.wait { try await world.files(of: Self.other).isEmpty ? true : nil }
            let paths = world.server.requests.map(\.path).filter { ["/queued", "/single"].contains($0) }
            #expect(paths.prefix(5) == ["/queued", "/queued", "/queued", "/queued", "/single"])
            #expect(try await world.files().count == 9_999)
        }
    }
}
