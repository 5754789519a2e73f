// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Calls that a client repeats because it lost the reply.
@Suite(.timeLimit(.minutes(5)))
struct RepeatedCallsTests {
    @Test(arguments: [false, true]) func aRepeatedCheckGetsTheSameReply(_ restarts: Bool) async throws {
        try await ServiceWorld.with { world in
            for id in ["Model", "Old"] { try await world.publish(id, version: 1, text: "one") }
            try await world.install()
            #expect(try await world.get("Model", "Old") == [])
            try await world.publish("Model", version: 2, text: "two")
            world.change { manifest in
                manifest.assetPacks.removeAll { $0.id == "Old" }
                manifest.removed = ["Old"]
            }
            let call = PacksInterface.CheckForUpdates(bundleID: ServiceWorld.bundleID, callID: "one")
            let first = try await world.call(call)
            #expect(first.updatingIDs == ["Model"])
            #expect(first.removedIDs == ["Old"])
            let requests = world.manifestRequests
            if restarts { try await world.restart() }
            #expect(try await world.call(call) == first)
            #expect(world.manifestRequests == requests)
            // Another call is another one.
            let other = PacksInterface.CheckForUpdates(bundleID: ServiceWorld.bundleID, callID: "two")
            #expect(try await world.call(other).removedIDs == [])
        }
    }

    @Test(arguments: [false, true]) func aRepeatedRemovalRemovesOnce(_ restarts: Bool) async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            let call = PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Level", callID: "one")
            _ = try await world.call(call)
            // It was fetched again meanwhile: the repeat of the old call must not remove that.
            #expect(try await world.get("Level") == [])
            if restarts { try await world.restart() }
            _ = try await world.call(call)
            #expect(try await world.localVersion("Level") == 1)
            _ = try await world.call(
                PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Level", callID: "two"))
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(
                    PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Level", callID: "three"))
            }
            #expect(error?.code == .assetPackNotFound)
        }
    }

    @Test func aRepeatedWaitJoinsTheFirst() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            world.stall("/Level-1.blocks")
            let call = PacksInterface.EnsureLocalAvailability(
                packIDs: ["Level"], requireLatestVersion: false, callID: "one")
            let (lost, kept) = (try await world.app(), try await world.app())
            let first = Task { try await ServiceWorld.call(call, on: lost) }
            await world.server.wait { $0.stalledCount == 1 }
            let second = Task { try await ServiceWorld.call(call, on: kept) }
            lost.close()
            await #expect(throws: (any Error).self) { try await first.value }
            world.server.release()
            #expect(try await second.value.available == ["Level": 1])
        }
    }

    @Test("A1: to install what is being installed is to watch that") func anInstallationIsJoined() async throws {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, size: 3_000_000, finally: .stall(after: 1_000_000))
            let first = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            let second = try await world.installing(callID: "two")
            world.server.release()
            #expect(try await second.value == ServiceWorld.bundleID)
            #expect(try await first.value == ServiceWorld.bundleID)
            #expect(world.archiveRequests == ["GET"])
        }
    }

    @Test("A1: an installation is the same however its source is written") func anInstallationIsJoinedOverALink()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            let path = try await archiveWithEssentialPack(in: world)
            let first = try await world.installing(callID: "one", source: path)
            await world.server.wait { $0.stalledCount == 1 }
            let link = world.folder.path("link.tar")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let second = try await world.installing(callID: "two", source: link)
            world.server.release()
            #expect(try await second.value == ServiceWorld.bundleID)
            #expect(try await first.value == ServiceWorld.bundleID)
        }
    }

    @Test(
        "A1: an installation from an archive is joined also when the service was killed meanwhile",
        arguments: [true, false])
    func anInstallationIsJoinedAfterARestart(_ isUnchanged: Bool) async throws {
        // The archive is changed now, which is long before or after the installation begins.
        try await ServiceWorld.with(hasExtension: true, now: isUnchanged ? 9e9 : 1e9) { world in
            let path = try await archiveWithEssentialPack(in: world)
            let first = try await world.installing(callID: "one", source: path)
            await world.server.wait { $0.stalledCount == 1 }
            world.stall("/Intro-1.blocks")
            try await world.restart()
            _ = await first.result
            await world.server.wait { $0.stalledCount == 2 }
            // Its time of modification tells nothing: another one may have been put in its place.
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
            let second = try await world.installing(callID: "two", source: path)
            if isUnchanged {
                world.server.release()
                #expect(try await second.value == ServiceWorld.bundleID)
            } else {
                // It is another installation of the same app, which is refused while the first is under way.
                #expect(try await second.value == nil)
                world.server.release()
            }
        }
    }

    @Test("A1: an archive that was built again is not taken for the one being installed") func anotherArchiveIsAnother()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            let path = try await archiveWithEssentialPack(in: world)
            let first = try await world.installing(callID: "one", source: path)
            await world.server.wait { $0.stalledCount == 1 }
            try Data(try world.appArchive(build: 2, size: 7)).write(to: URL(fileURLWithPath: path))
            let second = try await world.installing(callID: "two", source: path)
            // It shows when its Info.plist is read, which is refused then.
            #expect(try await second.value == nil)
            world.server.release()
            #expect(try await first.value == ServiceWorld.bundleID)
            #expect(try await world.build() == "1")
        }
    }

    @Test("A1: a bundle that was changed is not taken for the one being installed") func anotherBundleIsAnother()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            _ = try await archiveWithEssentialPack(in: world)
            let path = world.folder.path("Game.app")
            let first = try await world.installing(callID: "one", source: path)
            await world.server.wait { $0.stalledCount == 1 }
            let plist = URL(fileURLWithPath: path + "/Info.plist")
            let text = try String(contentsOf: plist, encoding: .utf8)
            let key = "<key>CFBundleVersion</key><string>"
            try Data(text.replacing(key + "1<", with: key + "2<").utf8).write(to: plist)
            let second = try await world.installing(callID: "two", source: path)
            let error = await #expect(throws: VarlinkError.self) { try await second.value }
            #expect(error.flatMap { ServiceError($0) }?.code == .installationInProgress)
            world.server.release()
            #expect(try await first.value == ServiceWorld.bundleID)
        }
    }

    /// - Returns: the path of an archive of the app, whose installation waits for `server.release()` when it is placed.
    private func archiveWithEssentialPack(in world: ServiceWorld) async throws -> String {
        try await world.publish("Intro", version: 1, text: "x", policy: .essential([.firstInstallation]))
        world.stall("/Intro-1.blocks")
        let path = world.folder.path("Game.tar")
        try Data(try world.appArchive(build: 1)).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("B3: a pause outlasts the service, though whoever waits calls again") func aRepeatedCallResumesNothing()
        async throws
    {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            world.stall("/Level-1.blocks")
            func get(
                _ callID: String, on connection: VarlinkConnection
            ) -> Task<PacksInterface.EnsureLocalAvailability.Reply, any Error> {
                Task {
                    try await ServiceWorld.call(
                        PacksInterface.EnsureLocalAvailability(
                            packIDs: ["Level"], requireLatestVersion: false, callID: callID), on: connection)
                }
            }
            func state() async throws -> DownloadRecord.State? {
                try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.first?.state
            }
            let lost = try await world.app()
            let first = get("one", on: lost)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(
                DownloadsInterface.ControlDownload(
                    bundleID: ServiceWorld.bundleID, packID: "Level", action: .pause, callID: "pause"))
            lost.close()
            _ = await first.result
            try await world.restart()
            let (kept, new) = (try await world.app(), try await world.app())
            let again = get("one", on: kept)
            // One that is behind it, and takes longer.
            #expect(try await world.get("Nothing").map(\.error.code) == [.assetPackNotFound])
            #expect(try await state() == .paused)
            world.server.release()
            // A new call is a wish of its own.
            #expect(try await get("two", on: new).value.available == ["Level": 1])
            #expect(try await again.value.available == ["Level": 1])
            kept.close()
            new.close()
        }
    }

    @Test func aCancelledDownloadIsCancelledOnce() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            world.stall("/Level-1.blocks")
            let connection = try await world.app()
            let getting = Task {
                try await ServiceWorld.call(
                    PacksInterface.EnsureLocalAvailability(
                        packIDs: ["Level"], requireLatestVersion: false, callID: "one"), on: connection)
            }
            await world.server.wait { $0.stalledCount == 1 }
            let call = DownloadsInterface.ControlDownload(
                bundleID: ServiceWorld.bundleID, packID: "Level", action: .cancel, callID: "cancel")
            _ = try await world.call(call)
            #expect(try await getting.value.failures.map(\.error.code) == [.downloadCancelled])
            _ = try await world.call(call)
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(
                    DownloadsInterface.ControlDownload(
                        bundleID: ServiceWorld.bundleID, packID: "Level", action: .cancel, callID: "another"))
            }
            #expect(error?.code == .downloadNotFound)
            world.server.release()
        }
    }

    @Test func callsOfOthersWithTheSameIDAreOthers() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 1, text: "one")
            try await world.install()
            #expect(try await world.get("Level") == [])
            let connection = try await world.app()
            defer { connection.close() }
            _ = try await ServiceWorld.call(PacksInterface.Remove(packID: "Level", callID: "one"), on: connection)
            #expect(try await world.get("Level") == [])
            // A tool's, and not the app's.
            _ = try await world.call(
                PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "Level", callID: "one"))
            #expect(try await world.localVersion("Level") == nil)
        }
    }
}
