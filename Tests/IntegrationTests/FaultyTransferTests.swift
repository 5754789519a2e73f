// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A server that goes wrong in the middle of a pack: the download goes on where it can, and says why where it cannot.
@Suite(.timeLimit(.minutes(2)))
struct FaultyTransferTests {
    /// Three stored blocks of 4 MiB and a bit.
    private static let bytes = noise(13_000_000, seed: 11)

    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world, server in
            try await world.pack("Big", files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            try await expectSuccess(world.ba("settings", "stall-timeout", "1"))
            try await world.serving { try await body(world, server) }
        }
    }

    /// What `ba explain --json` prints.
    private struct Explained: Decodable {
        var subject: String
        var state: String
        var condition: String?
        var reason: String
        var since: Double?
        var endsWhen: String?
        var nextAttempt: Double?
    }

    private func serveArchive(_ world: World, _ server: FaultServer, _ faults: [Fault], finally: Fault = .none) throws {
        server.serve("/Big.aar", try world.bytes(of: "packs/Big.aar"), faults: faults, finally: finally)
    }

    private func expectWhole(_ world: World) async throws {
        #expect(try world.localFile("big.bin", of: "Big") == Self.bytes)
        try await world.expectNothingLeft(packs: ["Big": 1])
    }

    private func ranges(_ server: FaultServer) -> [Int] {
        server.requests.filter { $0.path == "/Big.aar" }.map { request in
            request.range.flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) } ?? 0
        }
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: Fault
        let cause: String
        /// Whether verified blocks came before, which are kept for the next try.
        var keeps = false
    }

    static let refusals: [Refusal] = [
        .init(testDescription: "404", fault: .status(404), cause: "answered with status 404"),
        .init(testDescription: "410", fault: .status(410), cause: "answered with status 410"),
        .init(
            testDescription: "503", fault: .status(503, headers: [("Retry-After", "9")]),
            cause: "answered with status 503, to be asked again in 9 s"),
        .init(testDescription: "HTML", fault: .body("<html>Log in</html>"), cause: "ended after 19 of"),
        .init(testDescription: "no answer", fault: .closing, cause: "the server closed the connection"),
        .init(
            testDescription: "trickling", fault: .trickle(every: .milliseconds(20)),
            cause: "sent too little for too long"),
        .init(testDescription: "stalled at once", fault: .stall(after: 0), cause: "sent too little for too long"),
        .init(testDescription: "endless", fault: .endless, cause: "sent more than"),
        .init(testDescription: "redirect loop", fault: .redirect(to: "/Big.aar"), cause: "more than 10 redirects"),
        .init(
            testDescription: "redirect to http", fault: .redirect(to: "http://127.0.0.1/Big.aar"),
            cause: "only https is allowed"),
        .init(
            testDescription: "redirect to a file", fault: .redirect(to: "file:///etc/passwd"),
            cause: "redirected in vain"),
        .init(
            testDescription: "a length that lies", fault: .contentLength("99999999999"), cause: "sent more than"),
        .init(
            testDescription: "compressed in transit", fault: .header("Content-Encoding", "gzip"),
            cause: "sent as gzip, which was not asked for"),
        .init(
            testDescription: "no HTTP", fault: .raw("SSH-2.0-OpenSSH_9.2\r\n"),
            cause: "what the server answers is no HTTP"),
        .init(
            testDescription: "cut off", fault: .cut(after: 5_000_000),
            cause: "closed the connection in the midst of its answer", keeps: true),
        .init(
            testDescription: "reset", fault: .cut(after: 5_000_000, abruptly: true),
            cause: "closed the connection in the midst of its answer", keeps: true),
        .init(
            testDescription: "stalled", fault: .stall(after: 500_000), cause: "sent too little for too long",
            keeps: true),
    ]

    @Test("a server that does not give a pack is named with what it did") func aServerThatDoesNotGiveAPack()
        async throws
    {
        try await with { world, server in
            for refusal in Self.refusals {
                try serveArchive(world, server, [], finally: refusal.fault)
                let run = try await world.get("Big")
                server.release()
                #expect(run.status != 0, "\(refusal.testDescription)")
                for cause in ["the asset pack Big could not be fetched", refusal.cause] {
                    #expect(run.errors.contains(cause), "\(refusal.testDescription): \(run.errors)")
                }
                try await world.expectNothingLeft(
                    kept: refusal.keeps ? ["Big"] : [], Comment(rawValue: refusal.testDescription))
            }
            try serveArchive(world, server, [])
            try await expectSuccess(world.get("Big"))
            try await expectWhole(world)
            #expect(ranges(server).last ?? 0 >= 4 << 20, "\(ranges(server))")
        }
    }

    @Test("a cut, stalled or busy server is asked again by an essential download, which goes on where it was")
    func aCutOrStalledServerIsAskedAgain() async throws {
        try await withEssential { world, server in
            try serveArchive(world, server, [.cut(after: 5_000_000), .stall(after: 4_300_000)])
            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectWhole(world)
            let starts = ranges(server)
            #expect(starts.count == 3 && starts[0] == 0, "\(starts)")
            // At most a block is fetched again: 4 MiB, and what of the next had come.
            #expect(starts[1] > 0 && starts[1] <= 5_000_000, "\(starts)")
            #expect(starts[2] > starts[1] && starts[2] <= starts[1] + 4_300_000, "\(starts)")
            server.release()
        }
    }

    @Test("what a download that broke off has verified goes with its app, and begins anew for another version")
    func whatIsKeptOfABrokenDownload() async throws {
        try await World.with { world, server in
            try await world.pack("Big", files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await world.installApp()
            try serveArchive(world, server, [.cut(after: 9_000_000)])
            #expect(try await world.get("Big").status != 0)
            try await world.expectNothingLeft(kept: ["Big"])
            let explanation = try await world.ba("explain", "Big").output
            #expect(explanation.contains("the last try failed: ") && explanation.contains("/Big.aar"), "\(explanation)")
            // The service ends, and its successor goes on.
            try await expectSuccess(world.ba("service", "stop"))
            try serveArchive(world, server, [.cut(after: 100_000)])
            #expect(try await world.get("Big").status != 0)
            #expect(ranges(server).last ?? 0 >= 8 << 20, "\(ranges(server))")
            try await world.expectNothingLeft(kept: ["Big"])

            let other = noise(6_000_000, seed: 12)
            try await world.pack("Big", files: ["other.bin": other], compression: "none")
            try await world.publish(on: server)
            try await expectSuccess(world.ba("pack", "check", World.bundleID))
            try await expectSuccess(world.get("Big"))
            #expect(ranges(server).last == 0, "\(ranges(server))")
            #expect(try world.localFile("other.bin", of: "Big", version: 2) == other)
            try await world.expectNothingLeft(packs: ["Big": 2])

            try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Big"))
            server.serve("/Big.aar", try world.bytes(of: "packs/Big.aar"), faults: [.cut(after: 5_000_000)])
            #expect(try await world.get("Big").status != 0)
            try await world.expectNothingLeft(kept: ["Big"])
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try await world.expectNoApp()
        }
    }

    /// Runs `body` with an app whose essential pack is `Big`, and which is not installed yet.
    private func withEssential(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with(patience: 60) { world, server in
            let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
            try await world.pack("Big", policy: essential, files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await expectSuccess(world.ba("settings", "stall-timeout", "1"))
            try await world.makeApp()
            try await world.serving { try await body(world, server) }
        }
    }

    @Test("a server that answers 200 to a range is borne, and one that lies about the range is not")
    func aServerThatAnswersWithAllToARange() async throws {
        try await withEssential { world, server in
            for fault in [Fault.ignoringRange, .contentRange("bytes 0-9/10")] {
                try serveArchive(world, server, [.cut(after: 9_000_000), fault])
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(!run.errors.contains("launchable without"), "\(run.errors)")
                try await expectWhole(world)
                try await expectSuccess(world.ba("uninstall", World.bundleID))
                try await world.expectNoApp()
            }
        }
    }

    @Test("an archive that changes in the middle of its download is not mixed") func anArchiveThatChanges()
        async throws
    {
        try await withEssential { world, server in
            try serveArchive(world, server, [.cut(after: 9_000_000)])
            let archive = try world.bytes(of: "packs/Big.aar")
            var other = archive
            for index in 6_000_000..<12_000_000 { other[index] ^= 0x55 }
            async let result = world.ba("install", "Game.app")
            await server.wait { $0.requests.contains { $0.path == "/Big.aar" } }
            // The next request, with If-Range, meets another file; the one after that the right one again.
            server.serve("/Big.aar", other, entityTag: "\"other\"")
            await server.wait { $0.requests.filter { $0.path == "/Big.aar" }.count >= 2 }
            server.serve("/Big.aar", archive)
            let run = try expectSuccess(try await result)
            #expect(!run.errors.contains("launchable without"), "\(run.errors)")
            try await expectWhole(world)
            #expect(ranges(server).count == 3 && ranges(server)[2] == 0, "\(ranges(server))")
        }
    }

    @Test("a background download that fails says why it waits, and goes on") func aBackgroundDownloadThatFails()
        async throws
    {
        try await World.with { world, server in
            let prefetch = #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#
            try await world.pack("Big", policy: prefetch, files: ["big.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try serveArchive(
                world, server, [.cut(after: 5_000_000)], finally: .status(503, headers: [("Retry-After", "3000")]))
            try await world.serving {
                try await world.installApp()
                _ = try await world.wait("a wait for the next try") {
                    let text = try await world.ba("explain", "Big").output
                    return text.contains("waiting for the next try after: ") && text.contains("status 503") ? text : nil
                }
                let told = try JSONDecoder().decode(
                    [Explained].self,
                    from: Data(try await expectSuccess(world.ba("explain", "Big", "--json")).output.utf8))
                let wait = try #require(told.first)
                #expect(told.count == 1 && wait.subject == "Big of \(World.bundleID)" && wait.state == "waiting")
                #expect(wait.condition == "serverError" && wait.reason.contains("status 503"))
                #expect(wait.endsWhen?.contains("the server answers") == true)
                // The server's own time counts.
                let (since, next) = (try #require(wait.since), try #require(wait.nextAttempt))
                #expect(next - since >= 3000 && next - since < 3600, "\(wait)")
                try serveArchive(world, server, [])
                // A person need not wait: what is asked for in front is fetched now.
                try await expectSuccess(world.get("Big"))
                _ = try await world.wait("the extension to be told") {
                    try await world.childProcesses().isEmpty ? 1 : nil
                }
                try await expectWhole(world)
                #expect(ranges(server).last ?? 0 > 0)
            }
        }
    }
}
