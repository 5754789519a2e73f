// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// What comes before a content request, and after it: a real service, server and extension.
@Suite("Rules of content requests", .timeLimit(.minutes(5))) struct ContentRequestRulesTests {
    private static let week: Double = 8 * 86_400
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            for name in ["s1", "s2", "s3"] { world.server.serve("/" + name, bytes) }
            world.server.serve("/content", [])
            try await body(world)
        }
    }

    /// Serves another manifest, of which the first request waits after its first byte.
    private func stallContent(_ world: ServiceWorld, _ file: String) {
        world.server.serve(
            "/content", Array("\(file) \(world.server.url("/" + file)) 100000 -".utf8), faults: [.stall(after: 1)])
    }

    /// The manifest is under way: nobody is woken, and who is then reads the new one.
    private func expectManifestFirst(_ world: ServiceWorld, before: String, after: String, file: String)
        async throws
    {
        await world.server.wait { $0.stalledCount == 1 }
        #expect(try world.extensionProcesses() == [])
        #expect(world.cached("request") == before)
        world.server.release()
        _ = try await world.wait { world.cached(file + ".finished") }
        #expect(world.cached("request") == after)
    }

    @Test("B1: the manifest is fetched before the extension is woken, also for updates and periodic checks")
    func manifestFirst() async throws {
        try await with { world in
            try await world.install()
            _ = try await world.wait { try world.extensionProcesses().isEmpty ? true : nil }
            stallContent(world, "s1")
            try world.setBuild(2)
            let update = try world.registering()
            try await expectManifestFirst(world, before: "1", after: "2", file: "s1")
            #expect(try await update.value?.phase == .finished)
            try await world.waitForNoEndings()
            _ = try await world.wait { try world.extensionProcesses().isEmpty ? true : nil }
            stallContent(world, "s2")
            world.clock.advance(by: Self.week)
            try await expectManifestFirst(world, before: "2", after: "3", file: "s2")
        }
    }

    @Test("B2: a local file is handed over, and the extension is ended after its answer") func localManifest()
        async throws
    {
        try await with { world in
            try await world.install()
            let manifest = try #require(world.cached("manifest"))
            #expect(manifest.hasPrefix("true \(world.root)/"), "\(manifest)")
            #expect(!ServiceWorld.exists(String(manifest.dropFirst("true ".count))))
            _ = try await world.wait { try world.extensionProcesses().isEmpty ? true : nil }
        }
    }

    @Test("B6: another size than was said is logged for a file that is not essential, which comes all the same")
    func loggedSizes() async throws {
        try await with { world in
            world.keepsLog = true
            try await world.restart()
            world.serveContent(["s1 -"], sizes: ["s1": 99_999])
            #expect(try await world.install()?.detail == nil)
            _ = try await world.wait { world.cached("s1.finished") }
            #expect(try log(world).contains("s1 of com.example.game has 100000 bytes, and 99999 were declared"))
            #expect(world.cached("s1.failed") == nil)
        }
    }

    @Test("B6: essential files in a periodic request are refused and logged, and the others come")
    func essentialInPeriodicRequests() async throws {
        try await with { world in
            world.keepsLog = true
            try await world.restart()
            try await world.install()
            world.serveContent(["s1 always", "s2 -"])
            world.clock.advance(by: Self.week)
            _ = try await world.wait { world.cached("s2.finished") }
            #expect(world.cached("request") == "3")
            #expect(try log(world).contains(#"the download "s1" of com.example.game is essential, and only the set"#))
            try await world.waitForNoFiles()
            #expect(!world.server.requests.contains { $0.path == "/s1" })
        }
    }

    private func log(_ world: ServiceWorld) throws -> String {
        try String(contentsOfFile: world.root + "/service.log", encoding: .utf8)
    }

    @Test("B7: a crash in an update request makes the new version launchable at once") func crashInAnUpdate()
        async throws
    {
        try await with { world in
            try await world.install()
            world.server.serve("/content", Array("crash".utf8))
            try world.setBuild(2)
            // No clock is moved: nothing is waited for.
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("crashed (signal 6)") == true)
            try await world.waitForBuild("2")
            _ = try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID))
        }
    }

    @Test("B8: what tells that the manifest failed is a BAURLDownload by `is`, and not by its exact type")
    func typeOfTheManifest() async throws {
        try await with { world in
            world.server.serve("/content", [], finally: .status(404))
            world.server.serve("/s1", [], finally: .status(404))
            try await world.install()
            #expect(try await world.wait { world.cached("BAManifestURL.types") } == "true false")
            // Beside one of the app's own.
            try await world.schedule(world.file("s1"))
            #expect(try await world.wait { world.cached("s1.types") } == "true true")
        }
    }

    @Test("B9: an essential file that cannot be had for want of a connection is given up after a few seconds")
    func essentialOffline() async throws {
        try await with { world in
            let lines = ["s1 https://127.0.0.1:1/s1 100000 essential", "s2 https://127.0.0.1:1/s2 100000 -"]
            world.server.serve("/content", Array(lines.joined(separator: "\n").utf8))
            let installation = try world.registering()
            let waiting = try await world.wait {
                try await world.files(of: nil).first { $0.file.identifier == "s1" && $0.condition == .noConnection }
            }
            #expect(waiting.state == .waiting)
            #expect(try await world.apps().first?.state != .ready)
            world.clock.advance(by: 10)
            let last = try await installation.value
            #expect(last?.phase == .finished)
            // What has not come is not said to have.
            #expect(last.map { $0.totalBytes - $0.completedBytes >= 100_000 } == true, "\(String(describing: last))")
            #expect(last?.detail?.contains("launchable without s1") == true, "\(last?.detail ?? "-")")
            // One in the background waits longer.
            _ = try await world.wait { try await world.files().first { $0.waiting != nil } }
            #expect(try await world.files().map(\.file.identifier) == ["s2"])
        }
    }
}
