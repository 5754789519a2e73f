// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import AssetService

/// A root or socket that is removed or moved away is noticed, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct LocationWatchTests {
    /// A root as a service has it, two folders below the test's.
    private func location(in folder: TemporaryFolder) throws -> ServiceLocation {
        let location = try ServiceLocation(environment: ["BACKGROUND_ASSETS_ROOT": folder.path("in/root")])
        let layout = StoreLayout(root: location.root)
        try Directory.createFolders(location.root)
        try layout.prepare(userID: ProcessIdentity.userID)
        try Directory.createFolders(location.runtime)
        for path in [location.lockPath, location.socketPath, layout.database] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
        return location
    }

    @Test func aRemovedRootIsNoticed() async throws {
        try await TemporaryFolder.with { folder in
            let watch = LocationWatch(try location(in: folder), hasSocket: true)
            let waiting = Task { try await watch.waitForRemoval() }
            try folder.write("x", to: "in/root/other")
            try FileManager.default.removeItem(atPath: folder.path("in/root/other"))
            #expect(!watch.isGone)
            try FileManager.default.removeItem(atPath: folder.path("in/root"))
            try await waiting.value
            #expect(watch.isGone)
        }
    }

    @Test(
        "Without any of these a service is of no use",
        arguments: ["service.lock", "service.sqlite", "apps", "run/service.socket", "run", ""])
    func apart(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let watch = LocationWatch(try location(in: folder), hasSocket: true)
            let waiting = Task { try await watch.waitForRemoval() }
            try FileManager.default.removeItem(atPath: folder.path("in/root/" + name))
            try await waiting.value
            #expect(watch.isGone)
            // Gone already.
            try await watch.waitForRemoval()
        }
    }

    @Test("Also what is moved, with all that is above it", arguments: ["in", "in/root", "in/root/run"])
    func moved(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let watch = LocationWatch(try location(in: folder), hasSocket: true)
            let waiting = Task { try await watch.waitForRemoval() }
            #expect(rename(folder.path(name), folder.path("elsewhere")) == 0)
            try await waiting.value
            #expect(watch.isGone)
            // Another one in its place is another one.
            _ = try location(in: folder)
            #expect(watch.isGone)
        }
    }

    @Test("Also what is moved behind a symbolic link, or the link itself", arguments: [true, false])
    func movedBehindALink(_ movesLink: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try Directory.createFolders(folder.path("far/real"))
            #expect(symlink(folder.path("far/real"), folder.path("in")) == 0)
            let watch = LocationWatch(try location(in: folder), hasSocket: true)
            let waiting = Task { try await watch.waitForRemoval() }
            if movesLink {
                #expect(symlink(folder.path("other"), folder.path("new")) == 0)
                #expect(rename(folder.path("new"), folder.path("in")) == 0)
            } else {
                #expect(rename(folder.path("far"), folder.path("elsewhere")) == 0)
            }
            try await waiting.value
            #expect(watch.isGone)
        }
    }

    @Test func aSocketOfSystemdMayLieElsewhere() async throws {
        try await TemporaryFolder.with { folder in
            let location = try location(in: folder)
            try FileManager.default.removeItem(atPath: location.socketPath)
            #expect(LocationWatch(location, hasSocket: true).isGone)
            #expect(!LocationWatch(location, hasSocket: false).isGone)
        }
    }

    @Test func aCancelledWaitEnds() async throws {
        try await TemporaryFolder.with { folder in
            let watch = LocationWatch(try location(in: folder), hasSocket: true)
            let waiting = Task { try await watch.waitForRemoval() }
            waiting.cancel()
            try await waiting.value
            #expect(!watch.isGone)
        }
    }
}
