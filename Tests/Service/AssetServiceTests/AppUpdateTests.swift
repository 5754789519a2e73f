// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// Apps that came from a server are updated from there, by themselves and when they are asked to.
@Suite(.timeLimit(.minutes(5)))
struct AppUpdateTests {
    private static let day: Double = 86_400

    /// With build 1 installed from the server.
    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try world.serveApp(build: 1)
            let progress = try #require(try await world.installFromServer())
            try #require(progress.phase == .finished && progress.detail == nil, "\(progress)")
            try #require(world.archiveRequests == ["GET"])
            try await body(world)
        }
    }

    @Test("A2: an app is updated by itself, and the extension asked about the packs of the update")
    func anAppIsUpdatedByItself() async throws {
        try await with { world in
            try await world.publish(
                "Music", version: 1, text: "one", policy: .essential([.subsequentUpdate]))
            try await world.publish(
                "Declined", version: 1, text: "one", policy: .prefetch([.subsequentUpdate]))
            try await world.publish("Intro", version: 1, text: "one", policy: .essential([.firstInstallation]))
            try world.serveApp(build: 2)
            world.clock.advance(by: Self.day - 10)
            #expect(try await world.build() == "1")
            #expect(world.archiveRequests == ["GET"])
            world.clock.advance(by: 20)
            try await world.waitForBuild("2")
            // The essential ones were there before it was the version that is launched.
            #expect(try await world.localVersion("Music") == 1)
            #expect(try await world.localVersion("Declined") == nil)
            #expect(try await world.localVersion("Intro") == nil)
            #expect(world.archiveRequests == ["GET", "HEAD", "GET"])
        }
    }

    @Test("A2: an archive that has not changed is not fetched again") func whatHasNotChangedIsNotFetched() async throws
    {
        try await with { world in
            try await world.restart()
            world.clock.advance(by: Self.day + 10)
            await world.server.wait { $0.requests.last { $0.path == ServiceWorld.archive }?.method == "HEAD" }
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            #expect(try await world.updateApp()?.phase == .finished)
            #expect(world.archiveRequests == ["GET", "HEAD", "HEAD"])
            #expect(try await world.build() == "1")
        }
    }

    @Test("A2: an archive that changed and holds the same version is not fetched whole, and not twice")
    func theSameVersionInAnotherArchive() async throws {
        try await with { world in
            try world.serveApp(build: 1, size: 30_000_000, finally: .stall(after: 20_000_000))
            #expect(try await world.updateApp()?.detail == "0 (1) is installed already")
            #expect(world.archiveRequests == ["GET", "HEAD", "GET"])
            #expect(try await world.updateApp()?.detail == nil)
            #expect(world.archiveRequests == ["GET", "HEAD", "GET", "HEAD"])
        }
    }

    @Test("B7: what an update could not have that ends during a check comes soon, and not with the next one in a day")
    func whatAnUpdateOwes() async throws {
        try await with { world in
            try await world.publish("Music", version: 1, text: "one", policy: .essential([.subsequentUpdate]))
            world.stallManifest()
            world.clock.advance(by: Self.day + 10)
            await world.server.wait { $0.stalledCount == 1 }
            let installations = try #require(world.service?.installations)
            await installations.owe(.subsequentUpdate, to: ServiceWorld.bundleID)
            world.server.release()
            await world.server.wait { $0.requests.last { $0.path == ServiceWorld.archive }?.method == "HEAD" }
            world.clock.advance(by: CheckSchedule.firstRetry + 10)
            try await world.waitForVersion(1, of: "Music")
        }
    }

    @Test("A2: without automatic updates an app is updated when it is asked to") func updatesAreASetting() async throws
    {
        try await with { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "automatic-updates", value: "off"))
            try world.serveApp(build: 2)
            let before = world.manifestRequests
            world.clock.advance(by: Self.day + 10)
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            #expect(world.archiveRequests == ["GET"])
            #expect(world.manifestRequests == before)
            var phases: [InstallationProgress.Phase] = []
            try await world.stream(AppsInterface.Update(bundleID: ServiceWorld.bundleID, callID: "one")) { progress in
                if phases.last != progress.phase { phases.append(progress.phase) }
            }
            #expect(phases.first == .downloadingApp && phases.last == .finished, "\(phases)")
            #expect(try await world.build() == "2")
            // A repeat of the call finds it done.
            try await world.stream(AppsInterface.Update(bundleID: ServiceWorld.bundleID, callID: "one")) { progress in
                #expect(progress.phase == .finished)
            }
            #expect(world.archiveRequests == ["GET", "HEAD", "GET"])
        }
    }

    @Test("A2: a server that does not answer is asked again soon") func aServerThatDoesNotAnswer() async throws {
        try await with { world in
            try world.serveApp(build: 2, faults: [.status(503)])
            world.clock.advance(by: Self.day + 10)
            await world.server.wait { $0.requests.last { $0.path == ServiceWorld.archive }?.method == "HEAD" }
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            #expect(try await world.build() == "1")
            world.clock.advance(by: CheckSchedule.firstRetry + 10)
            try await world.waitForBuild("2")
        }
    }

    @Test(
        "A2: a server that knows no tags or no HEAD is asked all the same",
        arguments: [
            Fault.noEntityTag, Fault.status(405),
        ])
    func withoutTags(fault: Fault) async throws {
        try await with { world in
            try world.serveApp(build: 2, faults: [fault])
            #expect(try await world.updateApp()?.phase == .finished)
            #expect(try await world.build() == "2")
        }
    }

    @Test("A2: what is older, or another app, or no app takes nothing away", arguments: [0, 1, 2])
    func whatIsNoUpdate(kind: Int) async throws {
        try await with { world in
            switch kind {
            case 0: try world.serveApp(build: 0)
            case 1: try world.serveApp(build: 2, bundleID: "com.example.other")
            default: world.server.serve(ServiceWorld.archive, Array("<html>not here</html>".utf8))
            }
            let progress = try #require(try await world.updateApp())
            #expect(progress.phase == .failed)
            let causes = [
                "0 (0) is older than the installed 0 (1)", "holds com.example.other, and not com.example.game",
                "it is no archive of an app",
            ]
            #expect(progress.detail?.contains(causes[kind]) == true, "\(progress)")
            #expect(try await world.build() == "1")
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool") == [])
            #expect(
                try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID)).executable.hasSuffix(
                    "/Game"))
        }
    }

    @Test("A2: an archive that was refused is not fetched again by itself, and is told of until that is over")
    func whatWasRefusedIsNotFetchedAgain() async throws {
        try await with { world in
            try world.serveApp(build: 0)
            world.clock.advance(by: Self.day + 10)
            await world.server.wait { $0.requests.last { $0.path == ServiceWorld.archive }?.method == "GET" }
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            func note() async throws -> String? { try await world.call(AppsInterface.List()).apps.first?.note }
            _ = try await world.wait { try await note()?.contains("is older than") }
            let now = world.clock.now
            world.clock.advance(by: 2 * Self.day + 60)
            _ = try await world.wait { try await world.check(isRecordedAfter: now + Self.day) ? true : nil }
            #expect(world.archiveRequests.dropFirst() == ["HEAD", "GET", "HEAD"])
            // Who asks is told again.
            #expect(try await world.updateApp()?.phase == .failed)
            try world.serveApp(build: 1)
            #expect(try await world.updateApp()?.phase == .finished)
            #expect(try await note() == nil)
        }
    }

    @Test("A2: of a small archive, all of which comes with its Info.plist, the same is said", arguments: [1, 2, 3])
    func smallArchives(version: Int) async throws {
        try await ServiceWorld.with { world in
            func serve(_ version: Int) {
                world.server.serve(ServiceWorld.archive, SampleApp.tar(version: "\(version).0", size: 100).bytes)
            }
            serve(2)
            #expect(try await world.installFromServer()?.phase == .finished)
            serve(version)
            let progress = try #require(try await world.installFromServer())
            switch version {
            case 1:
                #expect(progress.phase == .failed && progress.detail?.contains("is older than") == true, "\(progress)")
            case 2: #expect(progress.detail?.contains("is installed already") == true, "\(progress)")
            default: #expect(progress.phase == .finished && progress.detail == nil, "\(progress)")
            }
            #expect(try await world.call(AppsInterface.List()).apps.first?.version == (version == 3 ? "3.0" : "2.0"))
        }
    }

    @Test("A2: an app from this device is asked of no server") func anAppFromThisDevice() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try world.serveApp(build: 2)
            #expect(try await world.updateApp()?.phase == .finished)
            world.clock.advance(by: Self.day + 10)
            _ = try await world.wait { try await world.check(isRecordedAfter: Self.day) ? true : nil }
            #expect(world.archiveRequests == [])
        }
    }

    @Test("A1: an app is never put together from two archives, whatever the server makes of If-Range")
    func aReplacedArchiveIsBegunAnew() async throws {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, size: 6_000_000, faults: [.stall(after: 4_000_000)])
            let installing = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            // What the server has sent need not have arrived: only with something there is there a rest to ask for.
            _ = try await world.wait { try await world.fraction().flatMap { $0 > 0.05 ? $0 : nil } }
            try await world.stop()
            world.server.release()
            await #expect(throws: (any Error).self) { try await installing.value }
            // The second request is for the rest of the archive; the third is for the other one from its beginning.
            try world.serveApp(build: 2, size: 6_000_000, finally: .ignoringConditions)
            try await world.start()
            try await world.waitForBuild("2")
            let ranges = world.server.requests.filter { $0.path == ServiceWorld.archive }.map { $0.range != nil }
            #expect(ranges == [false, true, false])
            let executable = try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID)).executable
            let data = URL(fileURLWithPath: executable).deletingLastPathComponent().appending(path: "data.bin")
            #expect(try Data(contentsOf: data) == Data(SampleApp.noise(6_000_000, seed: 2)))
        }
    }

    @Test("B4: progress that was shown is there after a restart") func progressIsNotLost() async throws {
        try await ServiceWorld.with { world in
            let faults: [Fault] = [.stall(after: 7_777_777), .stall(after: 0)]
            try world.serveApp(build: 1, size: 9_000_000, faults: faults)
            let installing = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            let before = try await world.wait { try await world.fraction().flatMap { $0 > 0.05 ? $0 : nil } }
            try await world.stop()
            _ = await installing.result
            try await world.start()
            #expect(try #require(try await world.fraction()) >= before)
            world.server.release()
        }
    }

    @Test("A2: an update that a kill interrupted goes on") func anInterruptedUpdateGoesOn() async throws {
        try await with { world in
            try world.serveApp(build: 2, size: 3_000_000, faults: [.none, .stall(after: 1_000_000)])
            world.clock.advance(by: Self.day + 10)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await world.call(AppsInterface.List()).apps.first?.state == .updating)
            try await world.restart()
            world.server.release()
            try await world.waitForBuild("2")
        }
    }
}
