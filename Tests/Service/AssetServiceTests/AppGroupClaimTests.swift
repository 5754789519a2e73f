// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// An app group belongs to whoever claimed it first, also when two claim it at once.
@Suite(.timeLimit(.minutes(1)))
struct AppGroupClaimTests {
    private static let other = "com.example.other"

    @Test func ofTwoFirstInstallationsOneGetsTheGroup() async throws {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, size: 3_000_000, finally: .stall(after: 1_000_000))
            let first = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            let path = world.folder.path("Other.tar")
            try Data(try world.appArchive(build: 1, bundleID: Self.other)).write(to: URL(fileURLWithPath: path))
            let second = try await world.installing(callID: "two", source: path)
            #expect(try await second.value == Self.other)
            world.server.release()
            #expect(try await first.value == nil)
            let apps = try await world.call(AppsInterface.List()).apps
            #expect(apps.map(\.bundleID) == [Self.other], "\(apps)")
            // What the other one has put there stays.
            let group = world.root + "/groups/group.com.example.game"
            #expect(FileManager.default.fileExists(atPath: group + "/Library/Caches/CACHEDIR.TAG"))
            let failure = try #require(try await world.lastWord("one"))
            #expect(failure.detail?.contains("belongs to \(Self.other), which claimed it first") == true, "\(failure)")
        }
    }

    @Test func aGroupThatIsBeingRemovedIsRemovedFirst() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let group = world.root + "/groups/group.com.example.game"
            for index in 0..<3000 { try Data().write(to: URL(fileURLWithPath: group + "/\(index)")) }
            let path = world.folder.path("Other.tar")
            try Data(try world.appArchive(build: 1, bundleID: Self.other)).write(to: URL(fileURLWithPath: path))
            let uninstalling = try await world.uninstalling()
            // As long as it is on record, the group is its own.
            _ = try await world.wait { try await world.call(AppsInterface.List()).apps.isEmpty ? true : nil }
            let installing = try await world.installing(callID: "two", source: path)
            #expect(try await installing.value == Self.other)
            _ = try await uninstalling.value
            #expect(try FileManager.default.contentsOfDirectory(atPath: group) == ["Library"])
        }
    }
}
