// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Where the extension of an app puts essential files, and how long anybody waits for that.
@Suite("Placing essential files", .timeLimit(.minutes(5))) struct EssentialPlacingTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            for name in ["s1", "s2", "s3", "Hold", "Crash"] { world.server.serve("/" + name, bytes) }
            try await body(world)
        }
    }

    /// Installs an update with an essential file that the extension does not let go of before somebody opens the pipe `gate`, and
    /// launches the app until it waits for that.
    ///
    /// - Returns: the launch.
    private func launchWhileHolding(_ world: ServiceWorld) async throws -> Task<Void, any Error> {
        world.serveContent([])
        try await world.install()
        try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
        try #require(mkfifo(world.caches + "/gate", 0o600) == 0)
        world.serveContent(["Hold essential"])
        let plist = world.folder.path("Game.app/Info.plist")
        try String(contentsOfFile: plist, encoding: .utf8)
            .replacing("<string>1</string>", with: "<string>2</string>")
            .write(toFile: plist, atomically: true, encoding: .utf8)
        try await world.install()
        let connection = try VarlinkConnection(path: world.location.socketPath)
        let launch = Task {
            defer { connection.close() }
            _ = try await connection.call(
                AppsInterface.Launch.method, AppsInterface.Launch(bundleID: ServiceWorld.bundleID),
                returning: AppsInterface.Launch.Reply.self)
        }
        let deadline = world.clock.now + AppsService.patience
        _ = try await world.wait { world.clock.isAwaited(deadline) ? true : nil }
        return launch
    }

    private func openGate(_ world: ServiceWorld) throws {
        try #require(FileHandle(forWritingAtPath: world.caches + "/gate")).close()
    }

    @Test("B5: an app that is opened at once finds its essential files where its extension puts them")
    func openedAtOnce() async throws {
        try await with { world in
            let launch = try await launchWhileHolding(world)
            try openGate(world)
            try await launch.value
            #expect(try await world.storedEndings() == 0)
        }
    }

    @Test("B5: an extension that takes its time keeps no app from being opened") func slowPlacing() async throws {
        try await with { world in
            let launch = try await launchWhileHolding(world)
            world.clock.advance(by: AppsService.patience)
            try await launch.value
            #expect(try await world.storedEndings() == 1)
            try openGate(world)
            try await world.waitForNoEndings()
        }
    }

    @Test("B8: a file that the extension crashes at keeps no other from it, whether these come with it or later")
    func oneThatFails() async throws {
        try await with { world in
            world.serveContent(["Crash essential", "s1 essential", "s2 -"])
            try await world.install()
            // At once: nobody moves the clock.
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
            try await world.schedule(world.file("s3"))
            _ = try await world.wait { world.cached("s3.finished") }
            _ = try await world.wait { try await world.storedEndings() == 1 ? true : nil }
            // The extension may not have returned from the others yet.
            let told = try await world.wait { try await world.explain("Crash").first { $0.condition == .untaken } }
            #expect(told.reason.contains("nobody has taken it yet"), "\(told)")
            #expect(told.nextAttempt.map { $0 > world.clock.now } == true)
        }
    }
}
