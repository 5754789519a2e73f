// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// What a device makes of a manifest: which version it fetches, what it removes, and when.
@Suite(.timeLimit(.minutes(5)))
struct UpdateRulesTests {
    private static let day: Double = 86_400

    @Test("C7: a version that differs is fetched, also a lower one") func aVersionThatDiffersIsFetched() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 5, text: "five")
            try await world.install()
            #expect(try await world.get("Model") == [])
            try await world.publish("Model", version: 3, text: "three")
            #expect(try await world.check().updatingIDs == ["Model"])
            try await world.waitForVersion(3, of: "Model")
            #expect(try await world.check().updatingIDs == [])
        }
    }

    /// Version 1 of "Model" is here, and a download of version 2 has failed: its manifest is there before its archive.
    private func failToUpdate(in world: ServiceWorld) async throws {
        try await world.publish("Model", version: 1, text: "one")
        try await world.install()
        #expect(try await world.get("Model") == [])
        try await world.publish("Model", version: 2, text: "two")
        world.server.serve("/Model-2.aar", [], finally: .status(404))
        #expect(try await world.check().updatingIDs == ["Model"])
        _ = try await world.wait {
            try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.isEmpty ? true : nil
        }
        #expect(try await world.localVersion("Model") == 1)
    }

    @Test("C7: an update that failed at first is fetched once") func anUpdateThatFailedIsFetchedOnce() async throws {
        try await ServiceWorld.with { world in
            try await failToUpdate(in: world)
            try await world.publish("Model", version: 2, text: "two")
            #expect(try await world.check().updatingIDs == ["Model"])
            try await world.waitForVersion(2, of: "Model")
            #expect(try await world.check().updatingIDs == [])
        }
    }

    @Test("C7: an update that failed and was taken back is owed no longer") func anUpdateThatWasTakenBack() async throws
    {
        try await ServiceWorld.with { world in
            try await failToUpdate(in: world)
            try await world.publish("Model", version: 1, text: "one")
            #expect(try await world.check().updatingIDs == [])
            #expect(
                try await AssetStore(path: world.root + "/service.sqlite").owedPacks(of: ServiceWorld.bundleID) == [])
        }
    }

    @Test("Whoever hears that a download failed finds nothing left of it") func nothingIsLeftOfAFailure() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            world.change { manifest in
                manifest.assetPacks[0].downloadSize = .max
                (manifest.assetPacks[0].blocks, manifest.assetPacks[0].sha256) = (nil, nil)
                manifest.assetPacks[0].installedSize = nil
            }
            try await world.install()
            for _ in 0..<100 {
                #expect(try await world.get("Model").map(\.packID) == ["Model"])
                try #require(FileManager.default.contentsOfDirectory(atPath: world.root + "/spool") == [])
            }
        }
    }

    @Test("C7: a pack goes when the publisher took it back") func aPackGoesWhenThePublisherTookItBack() async throws {
        try await ServiceWorld.with { world in
            for id in ["Keep", "Back"] { try await world.publish(id, version: 1, text: id) }
            try await world.install()
            #expect(try await world.get("Keep", "Back") == [])
            world.change { manifest in
                manifest.assetPacks.removeAll { $0.id == "Back" }
                manifest.removed = ["Back"]
            }
            let reply = try await world.check()
            #expect(reply.removedIDs == ["Back"])
            #expect(try await world.records().keys.sorted() == ["Keep"])
            #expect(!FileManager.default.fileExists(atPath: world.root + "/packs/com.example.game/Back"))
        }
    }

    @Test("C7: a pack goes when it was missing from two manifests a day apart")
    func aPackGoesWhenItWasMissingForADay() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            // The check that comes by itself must not be first.
            _ = try await world.call(ControlInterface.SetSetting(name: "automatic-updates", value: "off"))
            let entry = try #require(world.entry("Model"))
            world.change { $0.assetPacks = [] }
            #expect(try await world.check().removedIDs == [])
            #expect(try await world.status("Model") == [.downloaded, .obsolete])
            world.clock.advance(by: Self.day / 2)
            // It came back for a while: the day begins anew.
            world.change { $0.assetPacks = [entry] }
            _ = try await world.check()
            #expect(try await world.status("Model") == [.downloaded, .upToDate])
            world.change { $0.assetPacks = [] }
            _ = try await world.check()
            world.clock.advance(by: Self.day - 60)
            #expect(try await world.check().removedIDs == [])
            world.clock.advance(by: 120)
            #expect(try await world.check().removedIDs == ["Model"])
        }
    }

    @Test("C7: a manifest that is none removes nothing") func aManifestThatIsNoneRemovesNothing() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            world.server.serve("/manifest", Array("<html>log in</html>".utf8))
            await #expect(throws: ServiceError.self) { try await world.check() }
            world.clock.advance(by: 3 * Self.day)
            await #expect(throws: ServiceError.self) { try await world.check() }
            #expect(try await world.localVersion("Model") == 1)
        }
    }

    @Test("C7: files stay as long as a process reads them") func filesStayAsLongAsAProcessReadsThem() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            let folder = world.root + "/packs/com.example.game"
            let old = folder + "/Model/1/Contents/Model.txt"
            do {
                let reader = try Namespace(in: Directory(opening: folder))
                try await world.publish("Model", version: 2, text: "two")
                #expect(try await world.get("Model", latest: true) == [])
                #expect(try String(contentsOfFile: old, encoding: .utf8) == "one")
                world.change { manifest in
                    manifest.assetPacks = []
                    manifest.removed = ["Model"]
                }
                #expect(try await world.check().removedIDs == ["Model"])
                #expect(try String(contentsOfFile: old, encoding: .utf8) == "one")
                #expect(try reader.lookup("Model.txt") != nil)
                withExtendedLifetime(reader) {}
            }
            // Version 2, which nobody read, is gone; version 1 goes when a process of the app has ended.
            #expect(!FileManager.default.fileExists(atPath: folder + "/Model/2"))
            try await world.app().close()
            _ = try await world.wait { FileManager.default.fileExists(atPath: old) ? nil : true }
        }
    }

    @Test func aManifestThatIsOldDoesNotKeepAPackFromBeingFetched() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            // The host has moved on, and the archive of the manifest at hand is gone.
            try await world.publish("Level", version: 2, text: "two")
            world.server.serve("/Level-1.aar", [], finally: .status(404))
            #expect(try await world.get("Level") == [])
            #expect(try await world.localVersion("Level") == 2)
        }
    }

    @Test func aQueuedDownloadFollowsTheManifest() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.publish("Back", version: 1, text: "back")
            try await world.install()
            world.stall("/Level-1.blocks", "/Back-1.blocks")
            let (level, back) = (try await world.app(), try await world.app())
            let first = Task { try await ServiceWorld.call(Self.ensure("Level"), on: level) }
            let second = Task { try await ServiceWorld.call(Self.ensure("Back"), on: back) }
            _ = try await world.wait {
                try await world.call(DownloadsInterface.List()).downloads.count == 2 ? true : nil
            }
            try await world.publish("Level", version: 2, text: "two")
            world.change { manifest in
                manifest.assetPacks.removeAll { $0.id == "Back" }
                manifest.removed = ["Back"]
            }
            _ = try await world.check()
            // Who waits for the old version gets the new one, and who waits for what is gone hears of it.
            #expect(try await first.value.available == ["Level": 2])
            #expect(try await second.value.failures.map(\.error.code) == [.assetPackNotFound])
            world.server.release()
        }
    }

    private static func ensure(_ packID: String) -> PacksInterface.EnsureLocalAvailability {
        PacksInterface.EnsureLocalAvailability(
            packIDs: [packID], requireLatestVersion: false, callID: UUID().uuidString)
    }

    @Test func anUpdateIsCalledOffWhenThePublisherGoesBackToTheLocalVersion() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Model") == [])
            let first = try #require(world.entry("Model"))
            try await world.publish("Model", version: 2, text: "two")
            world.stall("/Model-2.blocks")
            #expect(try await world.check().updatingIDs == ["Model"])
            #expect(try await world.status("Model").contains(.downloading))
            world.change { $0.assetPacks = [first] }
            #expect(try await world.check().updatingIDs == [])
            #expect(try await world.status("Model") == [.downloaded, .upToDate])
            world.server.release()
        }
    }

    @Test("C5: statuses are those of the rules") func statusesAreThoseOfTheRules() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Model", version: 1, text: "one")
            try await world.install()
            #expect(try await world.status("Model") == [.downloadAvailable])
            #expect(try await world.get("Model") == [])
            #expect(try await world.status("Model") == [.downloaded, .upToDate])
            try await world.publish("Model", version: 2, text: "two")
            #expect(try await world.status("Model", online: false) == [.downloaded, .upToDate])
            #expect(try await world.status("Model") == [.downloaded, .outOfDate, .updateAvailable])
            // What readers see without asking is brought into line.
            let folder = world.root + "/packs/com.example.game"
            #expect(try Namespace(in: Directory(opening: folder)).pack(withID: "Model")?.flags == .outOfDate)
            let error = await #expect(throws: ServiceError.self) { try await world.status("Nothing") }
            #expect(error?.code == .assetPackNotFound)
            #expect(try await world.status("Nothing", online: false) == [])
        }
    }

    @Test("C1: policies and events decide what an installation fetches")
    func policiesAndEventsDecideWhatAnInstallationFetches() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Now", version: 1, text: "1", policy: .essential([.firstInstallation]))
            try await world.publish("Soon", version: 1, text: "1", policy: .prefetch([.firstInstallation]))
            try await world.publish("Later", version: 1, text: "1", policy: .essential([.subsequentUpdate]))
            try await world.publish("Asked", version: 1, text: "1")
            let end = try await world.install()
            #expect(end?.phase == .finished)
            #expect(try await world.localVersion("Now") == 1)
            try await world.waitForVersion(1, of: "Soon")
            let records = try await world.records()
            #expect(records["Later"]?.localVersion == nil)
            #expect(records["Asked"]?.localVersion == nil)
        }
    }
}

extension ServiceWorld {
    func status(_ packID: String, online: Bool = true) async throws -> PackStatus {
        PackStatus(
            rawValue: try await call(
                PacksInterface.Status(bundleID: Self.bundleID, packID: packID, online: online)
            ).status)
    }
}
