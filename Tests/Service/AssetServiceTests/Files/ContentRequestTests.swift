// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Synchronization
import SystemSupport
import Testing
import Varlink

@testable import AssetService
@testable import BackgroundAssets

/// Installations of an app that manages its assets itself: a real service, server and extension.
@Suite("Content requests", .timeLimit(.minutes(5))) struct ContentRequestTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            for name in ["s1", "s2", "s3"] { world.server.serve("/" + name, bytes) }
            try await body(world)
        }
    }

    @Test(
        "B2, B3, B5: essential files come before the app can be launched, the others after it; then the extension is told"
    )
    func anInstallation() async throws {
        try await with { world in
            world.serveContent(["s1 essential", "s2 -", "s3 essential"])
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
            let installation = try world.registering()
            await world.server.wait { $0.stalledCount == 1 }
            #expect(await !world.isLaunchable())
            // What has come is told when the app can be launched.
            _ = try await world.wait {
                try await world.files().contains { $0.file.identifier == "s3" } ? nil : true
            }
            #expect(world.cached("s3.finished") == nil)
            #expect(world.cached("request") == "1")
            world.server.release()
            let last = try await installation.value
            #expect(last?.phase == .finished)
            #expect(last?.detail == nil)
            #expect(await world.isLaunchable())
            for name in ["s1", "s2", "s3"] {
                _ = try await world.wait { world.cached(name + ".finished") }
            }
            try await world.waitForNoEndings()
            // The manifest was there for the extension only.
            let left = try FileManager.default.contentsOfDirectory(
                atPath: world.root + "/downloads/" + ServiceWorld.bundleID)
            #expect(left == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool") == [])
        }
    }

    @Test("B4: the manifest and the essential files count in the one progress, which never goes back")
    func progress() async throws {
        try await with { world in
            world.serveContent(["s1 essential"])
            world.server.serve("/s1", bytes, faults: [.stall(after: bytes.count / 2)])
            let seen = Mutex<[InstallationProgress]>([])
            let connection = try VarlinkConnection(path: world.location.socketPath)
            let call = AppsInterface.Register(path: world.folder.path("Game.app"), callID: UUID().uuidString)
            async let installed: Void = {
                defer { connection.close() }
                for try await progress in try connection.stream(
                    AppsInterface.Register.method, call, returning: InstallationProgress.self)
                { seen.withLock { $0.append(progress) } }
            }()
            // Half of the file, as a part of the whole.
            let half = try await world.wait {
                seen.withLock { $0.last { $0.phase == .downloadingAssets && $0.completedBytes == bytes.count / 2 } }
            }
            #expect(half.totalBytes == Int64(bytes.count))
            let manifest = seen.withLock { $0.last { $0.phase == .fetchingManifest }?.fraction ?? -1 }
            #expect((0..<half.fraction).contains(manifest))
            #expect(half.fraction < 1)
            world.server.release()
            try await installed
            let fractions = seen.withLock { $0.map(\.fraction) }
            #expect(fractions == fractions.sorted())
            #expect(fractions.last == 1)
        }
    }

    private func raiseBuild(_ world: ServiceWorld) throws {
        try world.changeInformation { $0.replacing("<string>1</string>", with: "<string>2</string>") }
    }

    @Test("B6: an essential file of another size fails, and does not keep the app from being launched")
    func wrongSizes() async throws {
        try await with { world in
            world.serveContent(["s1 essential", "s2 essential"], sizes: ["s1": 99_999])
            let last = try await world.registering().value
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("launchable without s1") == true)
            #expect(last?.detail?.contains("99999") == true)
            let told = try await world.wait { world.cached("s1.failed") }
            #expect(told.hasPrefix("\(BAErrorDomain) \(BAErrorCode.downloadInvalid.rawValue) "))
            _ = try await world.wait { world.cached("s2.finished") }
        }
    }

    @Test(
        "B7: a crash makes the app launchable at once; so does a hang, when its run time is used up",
        arguments: ["crash", "hang"])
    func failingExtensions(_ manner: String) async throws {
        try await with { world in
            if manner == "hang" {
                _ = try await world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "1"))
            }
            world.server.serve("/content", Array(manner.utf8))
            let last = try await world.registering().value
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains(manner == "crash" ? "crashed" : "run time of 1 s") == true)
            #expect(await world.isLaunchable())
        }
    }

    @Test("B7: an extension whose answer nobody waits for any more is ended, and nothing is said against it")
    func calledOff() async throws {
        try await with { world in
            world.server.serve("/content", Array("hang".utf8))
            let installation = try world.registering()
            let mark = world.root + "/groups/\(ServiceWorld.groupID)/Library/Caches/hanging"
            _ = try await world.wait { world.cached("hanging") }
            try await world.stop()
            _ = try? await installation.value
            try FileManager.default.removeItem(atPath: mark)
            try await world.start()
            // It is asked again, so that what is told of it is what the first time has left.
            _ = try await world.wait { world.cached("hanging") }
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(!told.contains { $0.state == "failed" }, "\(told)")
        }
    }

    @Test("B8: the extension is told that the manifest failed, by a download that is none of its own")
    func failingManifests() async throws {
        try await with { world in
            world.server.serve("/content", [], finally: .status(404))
            let last = try await world.registering().value
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("404") == true)
            let told = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
            #expect(told.hasPrefix("NSURLErrorDomain \(URLError.resourceUnavailable.rawValue) "))
            #expect(world.cached("request") == nil)
        }
    }

    @Test(
        "B8: a manifest that cannot be had is explained, and asked for again by and by, for what the installation needs"
    )
    func lateManifests() async throws {
        try await with { world in
            world.server.serve("/content", [], finally: .status(404))
            #expect(try await world.registering().value?.phase == .finished)
            _ = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
            let explained = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            let failure = try #require(explained.first { $0.subject == "the manifest of \(ServiceWorld.bundleID)" })
            #expect(failure.state == "failed" && failure.condition == .notFound && failure.since == world.clock.now)
            #expect(failure.endsWhen?.contains("`ba update \(ServiceWorld.bundleID)`") == true)
            let next = try #require(failure.nextAttempt)
            #expect((1...120).contains(next - world.clock.now))
            world.serveContent(["s1 essential"])
            world.clock.advance(by: next - world.clock.now + 1)
            _ = try await world.wait { world.cached("s1.finished") }
            // As at the installation: essential files are none of a periodic request.
            #expect(world.cached("request") == "1")
            let after = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(!after.contains { $0.state == "failed" || $0.reason.contains("without its downloads") }, "\(after)")
        }
    }

    @Test("B8: what has ended is told one after the other in one process, and each is dealt with by itself")
    func manyEnds() async throws {
        try await with { world in
            world.keepsLog = true
            try await world.restart()
            world.serveContent((1...20).map { "gone\($0) -" })
            #expect(try await world.registering().value?.phase == .finished)
            for number in 1...20 { _ = try await world.wait { world.cached("gone\(number).failed") } }
            try await world.waitForNoEndings()
            let log = try String(contentsOfFile: world.root + "/service.log", encoding: .utf8)
            let starts = log.split(separator: "\n").filter { $0.contains("started the extension") }
            // One asks it, one or two more tell it: the first ends may be told while others are on their way.
            #expect((2...12).contains(starts.count), "\(starts)")
        }
    }

    @Test("What an installation had to say is of nobody's interest when its app is gone") func uninstalling()
        async throws
    {
        try await with { world in
            world.server.serve("/content", [], finally: .status(404))
            #expect(try await world.registering().value?.phase == .finished)
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            let error = await #expect(throws: ServiceError.self) {
                _ = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID))
            }
            #expect(error?.code == .downloadNotFound)
        }
    }

    @Test("B8: however often a manifest is asked for in vain, the extension is told once") func vainRequests()
        async throws
    {
        try await with { world in
            world.server.serve("/content", [], finally: .status(404))
            #expect(try await world.registering().value?.phase == .finished)
            _ = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
            try FileManager.default.removeItem(atPath: world.caches + "/BAManifestURL.failed-by-system")
            await #expect(throws: ServiceError.self) {
                _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            }
            try await world.waitForNoEndings()
            #expect(world.cached("BAManifestURL.failed-by-system") == nil)
            // Once it was there, it is news again.
            world.serveContent([])
            _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            world.server.serve("/content", [], finally: .status(404))
            await #expect(throws: ServiceError.self) {
                _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            }
            _ = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
        }
    }

    @Test("B2: an update asks anew, and an empty set is fine") func updates() async throws {
        try await with { world in
            world.server.serve("/content", [])
            #expect(try await world.registering().value?.phase == .finished)
            #expect(world.cached("request") == "1")
            try raiseBuild(world)
            #expect(try await world.registering().value?.phase == .finished)
            #expect(world.cached("request") == "2")
        }
    }

    @Test("A14, B2: now and then the extension is asked again; essential is nothing then") func periodicRequests()
        async throws
    {
        try await with { world in
            world.server.serve("/content", [])
            #expect(try await world.registering().value?.phase == .finished)
            world.serveContent(["s1 essential", "s2 -"])
            world.clock.advance(by: 8 * 86_400)
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
            #expect(world.cached("request") == "3")
        }
    }

    @Test("A15: a set that cannot be scheduled is told, and the rest of it comes") func refusals() async throws {
        try await with { world in
            let lines = ["s1 http://127.0.0.1/s1 100000 -", "s2 \(world.server.url("/s2")) 100000 essential"]
            world.server.serve("/content", Array(lines.joined(separator: "\n").utf8))
            let last = try await world.registering().value
            #expect(last?.detail?.contains("only https") == true)
            _ = try await world.wait { world.cached("s2.finished") }
        }
    }
}
