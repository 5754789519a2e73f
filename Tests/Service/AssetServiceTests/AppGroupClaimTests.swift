// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
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
            let group = world.root + "/groups/" + ServiceWorld.groupID
            #expect(FileManager.default.fileExists(atPath: group + "/Library/Caches/CACHEDIR.TAG"))
            let failure = try #require(try await world.lastWord("one"))
            #expect(failure.detail?.contains("belongs to \(Self.other), which claimed it first") == true, "\(failure)")
        }
    }

    @Test func aGroupThatIsStillToBeRemovedIsRemovedFirst() async throws {
        try await ServiceWorld.with { world in
            // As an uninstallation leaves it whose removal of files has not come to its end.
            let store = try AssetStore(path: world.root + "/service.sqlite")
            let gone = StoredApp(bundleID: "com.example.gone", name: "Gone", origin: "local", addedAt: 1)
            #expect(try await store.claim(ServiceWorld.groupID, for: gone) == .claimed)
            let group = world.root + "/groups/" + ServiceWorld.groupID
            try FileManager.default.createDirectory(atPath: group + "/Documents", withIntermediateDirectories: true)
            try await store.removeApp("com.example.gone", groupRule: .remove)
            try await world.install()
            #expect(try await world.build() == "1")
            #expect(try FileManager.default.contentsOfDirectory(atPath: group) == ["Library"])
            #expect(try await store.removals().isEmpty)
        }
    }

    @Test("The group of the version in use stays the app's, whatever becomes of an update that names another")
    func theGroupBeforeAnUpdate() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install(try world.appArchive(build: 1))
            try await world.publish("More", version: 1, text: "x", policy: .essential([.subsequentUpdate]))
            world.stall("/More-1.blocks")
            let path = world.folder.path("Game.tar")
            try Data(try world.appArchive(build: 2, group: "group.new")).write(to: URL(fileURLWithPath: path))
            let updating = try await world.installing(callID: "update", source: path)
            await world.server.wait { $0.stalledCount == 1 }
            try await world.expectRefused(try world.appArchive(build: 1, bundleID: Self.other))
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .cancel, callID: "cancel"))
            #expect(try await updating.value == nil)
            #expect(try await world.call(AppsInterface.List()).apps.first?.appGroupID == ServiceWorld.groupID)
            for group in [ServiceWorld.groupID, "group.new"] {
                try await world.expectRefused(try world.appArchive(build: 1, bundleID: Self.other, group: group))
            }
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "uninstall"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/groups") == [])
        }
    }

    @Test("An update whose group was claimed meanwhile leaves nothing behind") func anUpdateThatComesTooLate()
        async throws
    {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1)
            try await world.installFromServer()
            world.server.serve(
                ServiceWorld.archive, try world.appArchive(build: 2, group: "group.other", size: 3_000_000),
                finally: .stall(after: 1_000_000))
            let update = try await world.installing(callID: "update")
            await world.server.wait { $0.stalledCount == 1 }
            try await world.install(try world.appArchive(build: 1, bundleID: Self.other, group: "group.other"))
            world.server.release()
            #expect(try await update.value == nil)
            let end = try #require(try await world.lastWord("update"))
            #expect(end.detail?.contains("which claimed it first") == true, "\(end)")
            let versions = try FileManager.default.contentsOfDirectory(
                atPath: world.root + "/apps/" + ServiceWorld.bundleID)
            #expect(versions.count == 1, "\(versions)")
        }
    }

    @Test("A bundle under development that names another group gets that") func anotherGroupOfAnAdoptedBundle()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.install()
            let plist = URL(fileURLWithPath: world.folder.path("Game.app/Info.plist"))
            let text = try String(contentsOf: plist, encoding: .utf8)
            try Data(text.replacing(">\(ServiceWorld.groupID)", with: ">group.new").utf8).write(to: plist)
            try await world.install()
            #expect(FileManager.default.fileExists(atPath: world.root + "/groups/group.new/Library/Caches"))
            try await world.expectRefused(
                try world.appArchive(build: 1, bundleID: Self.other, group: "group.new"))
        }
    }
}

extension ServiceWorld {
    /// Installs an app from an archive on this device.
    fileprivate func install(_ archive: [UInt8]) async throws {
        let path = folder.path("\(UUID().uuidString).tar")
        try Data(archive).write(to: URL(fileURLWithPath: path))
        #expect(try await installing(callID: path, source: path).value != nil)
    }

    /// An app whose group belongs to another is not installed.
    fileprivate func expectRefused(_ archive: [UInt8]) async throws {
        let path = folder.path("\(UUID().uuidString).tar")
        try Data(archive).write(to: URL(fileURLWithPath: path))
        _ = try await installing(callID: path, source: path).value
        let end = try #require(try await lastWord(path))
        #expect(end.phase == .failed && end.detail?.contains("which claimed it first") == true, "\(end)")
    }
}
