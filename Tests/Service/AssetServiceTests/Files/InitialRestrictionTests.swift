// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import BackgroundAssets
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// BAInitialDownloadRestrictions: a real service, server and extension.
@Suite("Restrictions before the first launch", .timeLimit(.minutes(5))) struct InitialRestrictionTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    /// - `domains`: hosts that are allowed; the server is 127.0.0.1.
    private func with(
        allowance: Int = 1_000_000, essential: Int = 1_000_000, domains: [String] = ["127.0.0.1"],
        _ body: (ServiceWorld) async throws -> Void
    ) async throws {
        let keys = """
            <key>BAInitialDownloadRestrictions</key><dict>
            <key>BADownloadAllowance</key><integer>\(allowance)</integer>
            <key>BAEssentialDownloadAllowance</key><integer>\(essential)</integer>
            <key>BADownloadDomainAllowList</key><array>\(domains.map { "<string>\($0)</string>" }.joined())</array>
            </dict>
            """
        try await ServiceWorld.with(hasExtension: true, isManaged: false, keys: keys) { world in
            for name in ["s1", "s2", "s3"] { world.server.serve("/" + name, bytes) }
            try await body(world)
        }
    }

    /// What the extension has noted of how a download failed, once it has.
    private func failure(of name: String, _ world: ServiceWorld, code: BAErrorCode) async throws -> Bool {
        let note = try await world.wait { world.cached(name + ".failed") ?? world.cached(name + ".failed-by-system") }
        #expect(note.hasPrefix("\(BAErrorDomain) \(code.rawValue) "), "\(note)")
        return note.hasPrefix("\(BAErrorDomain) \(code.rawValue) ")
    }

    @Test("A10: all downloads together are not larger than the allowance; what would be is refused, and told")
    func sum() async throws {
        try await with(allowance: 250_000) { world in
            world.serveContent(["s1 -", "s2 -", "s3 -"])
            try await world.install()
            #expect(try await failure(of: "s3", world, code: .downloadWouldExceedAllowance))
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
            #expect(world.cached("s3.finished") == nil)
            #expect(!world.server.requests.contains { $0.path == "/s3" })
        }
    }

    @Test("A10: the extension is told what it may still fetch, also at the next request, and after a restart")
    func remaining() async throws {
        try await with(allowance: 250_000, essential: 150_000) { world in
            world.serveContent(["s1 -", "s2 essential"])
            let manifest = try #require(world.contentSize)
            try await world.install()
            #expect(world.cached("remaining") == "250000 \(150_000 - manifest)")
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
            try await world.waitForNoEndings()
            try await world.restart()
            world.clock.advance(by: 8 * 86_400)
            _ = try await world.wait { world.cached("remaining") == "150000 \(50_000 - 2 * manifest)" ? true : nil }
        }
    }

    @Test("A10: what is queued leaves no room for more, and the extension is told so") func remainingBesideQueued()
        async throws
    {
        try await with(allowance: 250_000, essential: 150_000) { world in
            world.serveContent(["s1 -"])
            let manifest = try #require(world.contentSize)
            world.server.serve("/s1", bytes, faults: [.stall(after: 0)])
            try await world.install()
            await world.server.wait { $0.stalledCount == 1 }
            // What it wants, it has already: nothing is added by asking it again.
            _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            #expect(world.cached("remaining") == "150000 \(150_000 - 2 * manifest)")
            world.server.release()
        }
    }

    @Test("A10: sizes that no file has are refused, and those that an earlier service has on record break nothing")
    func excessiveSizes() async throws {
        try await with(allowance: 250_000) { world in
            world.serveContent([])
            try await world.install()
            var file = world.file("s1")
            file.fileSize = .max
            let app = try await world.app()
            let refusal = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
            }
            #expect(refusal?.code == .downloadInvalid)
            app.close()
        }
        var limits = InitialLimits(
            StoredInitialDownloads(
                bundleID: "com.example.game", downloadAllowance: 100, essentialDownloadAllowance: nil,
                domainAllowList: nil))
        var file = FileDownload(
            id: "1", identifier: "one", request: FileRequest(url: "https://example.com/"), fileSize: .max,
            groupID: "group", essential: false, priority: 0)
        limits.add(file)
        limits.add(file, completedBytes: 50)
        #expect(throws: ServiceError.self) { try limits.check(file) }
        limits.remove(file, completedBytes: .max)
        file.fileSize = 1
        #expect(throws: ServiceError.self) { try limits.check(file) }
    }

    @Test("B14: essential downloads have an allowance of their own, of which the manifest takes its part")
    func essential() async throws {
        try await with(allowance: 0, essential: 200_000) { world in
            world.serveContent(["s1 essential", "s2 essential"])
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("BAEssentialDownloadAllowance") == true, "\(last?.detail ?? "-")")
            #expect(try await failure(of: "s2", world, code: .downloadWouldExceedAllowance))
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }

    @Test("A10: more than was declared is cut off where the allowance ends") func moreThanDeclared() async throws {
        try await with(allowance: 60_000) { world in
            world.serveContent(["s1 -", "s2 -"], sizes: ["s1": 20_000, "s2": 0])
            // Neither says beforehand how much it is.
            world.server.serve("/s1", bytes, finally: .chunked)
            world.server.serve("/s2", bytes, finally: .chunked)
            try await world.install()
            #expect(try await failure(of: "s1", world, code: .sessionDownloadAllowanceExceeded))
            let second = try await world.wait { world.cached("s2.failed") }
            #expect(
                second.hasPrefix("\(BAErrorDomain) 203 ") || second.hasPrefix("\(BAErrorDomain) 204 "), "\(second)")
        }
    }

    @Test("A10: what says that it is larger than what is left is not begun") func announcedSize() async throws {
        try await with(allowance: 60_000) { world in
            world.serveContent(["s1 -"], sizes: ["s1": 20_000])
            try await world.install()
            #expect(try await failure(of: "s1", world, code: .sessionDownloadAllowanceExceeded))
        }
    }

    @Test("A10: when nothing is left, nothing is asked for") func nothingLeft() async throws {
        try await with(allowance: 100_000) { world in
            world.serveContent(["s1 -"])
            try await world.install()
            _ = try await world.wait { world.cached("s1.finished") }
            try await world.waitForNoEndings()
            world.serveContent(["s2 -"], sizes: ["s2": 0])
            world.clock.advance(by: 8 * 86_400)
            #expect(try await failure(of: "s2", world, code: .sessionDownloadDisallowedByAllowance))
            #expect(!world.server.requests.contains { $0.path == "/s2" })
        }
    }

    @Test("A10: hosts that are not in the list are not asked, neither directly nor by a redirect")
    func domains() async throws {
        try await with { world in
            let other = world.server.url("/s2", host: "localhost")
            world.server.serve("/s1", bytes, finally: .redirect(to: other))
            world.server.serve("/content", Array("s1 \(world.server.url("/s1")) 100 -\ns2 \(other) 100 -".utf8))
            try await world.install()
            for name in ["s1", "s2"] {
                #expect(try await failure(of: name, world, code: .sessionDownloadDisallowedByDomain))
            }
            #expect(!world.server.requests.contains { $0.path == "/s2" })
        }
    }

    @Test("A10: a manifest from elsewhere is not fetched, and the app is installed without its downloads")
    func manifestFromElsewhere() async throws {
        try await with(domains: ["*.example.com"]) { world in
            world.serveContent(["s1 essential"])
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("BADownloadDomainAllowList") == true)
            #expect(try await failure(of: "BAManifestURL", world, code: .sessionDownloadDisallowedByDomain))
            #expect(!world.server.requests.contains { $0.path == "/content" })
        }
    }

    @Test("A manifest that is larger than the essential allowance is not fetched either") func largeManifest()
        async throws
    {
        try await with(essential: 10) { world in
            world.serveContent(["s1 essential"])
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(try await failure(of: "BAManifestURL", world, code: .sessionDownloadAllowanceExceeded))
        }
    }

    @Test("A10: no manifest takes what is promised to a download that is queued, also after a restart")
    func promisedBytes() async throws {
        try await with(essential: 150_000) { world in
            world.serveContent(["s1 essential"])
            let content = [UInt8]("s1 \(world.server.url("/s1")) 100000 essential".utf8)
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
            let first = try world.registering()
            await world.server.wait { $0.stalledCount == 1 }
            // The extension reads lines: what comes after is none.
            world.server.serve("/content", content + [UInt8](repeating: UInt8(ascii: "\n"), count: 60_000))
            world.server.serve("/s1", bytes, faults: [.stall(after: 0)])
            try await world.restart()
            _ = try? await first.value
            await world.server.wait { $0.stalledCount == 2 }
            _ = try await world.wait {
                try await world.explain(ServiceWorld.bundleID).first {
                    $0.reason.contains("more than is left of what the app may fetch")
                }
            }
            world.server.release()
            _ = try await world.wait { world.cached("s1.finished") }
            #expect(try await failure(of: "BAManifestURL", world, code: .sessionDownloadAllowanceExceeded))
        }
    }

    @Test("A10: the first launch ends the restrictions, also those of transfers under way, for good")
    func firstLaunch() async throws {
        try await with(allowance: 90_000) { world in
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000).and(.chunked)], finally: .chunked)
            world.serveContent(["s1 -"], sizes: ["s1": 0])
            try await world.install()
            await world.server.wait { $0.stalledCount == 1 }
            let app = try await world.app()
            world.server.release()
            _ = try await world.wait { world.cached("s1.finished") }
            app.close()
            try await world.restart()
            try await world.schedule(world.file("s2"))
            let other = world.server.url("/s3", host: "localhost")
            var file = world.file("s3")
            file.request.url = other
            try await world.schedule(file)
            for name in ["s2", "s3"] { _ = try await world.wait { world.cached(name + ".finished") } }
        }
    }

    @Test("An extension that schedules more than is left is told at once") func schedulingMore() async throws {
        try await with(allowance: 150_000) { world in
            // It schedules another one when this is there.
            world.serveContent(["Again -"])
            world.server.serve("/Again", bytes)
            try await world.install()
            let note = try await world.wait { world.cached("Again.error") }
            #expect(note == "\(BAErrorDomain) \(BAErrorCode.downloadWouldExceedAllowance.rawValue)")
        }
    }
}
