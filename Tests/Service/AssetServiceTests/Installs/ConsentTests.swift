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

/// The room that apps name is shown, and agreed to, before anything is fetched.
@Suite(.timeLimit(.minutes(3)))
struct ConsentTests {
    private static let sizes = ServiceWorld.sizes(2_000_000, essential: 500_000)

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, keys: Self.sizes) { world async throws in
            try await world.publish("Tutorial", version: 1, text: "one", policy: .essential([.firstInstallation]))
            try await body(world)
        }
    }

    @Test("A11, B14: an app that names sizes waits for consent before anything is fetched, and goes on with it")
    func waitsForConsent() async throws {
        try await with { world async throws in
            let asking = try await world.asking()
            let sizes = try #require(asking.question.sizes)
            #expect(sizes.maxAssetBytes == 2_000_000 && sizes.maxEssentialBytes == 500_000)
            #expect(sizes.appBytes ?? 0 > 0 && sizes.archiveBytes == nil)
            #expect(asking.question.bundleID == ServiceWorld.bundleID)
            #expect(world.manifestRequests == 0)
            #expect(try world.remains().isEmpty)
            #expect(try await world.apps().first?.note?.contains("ba explain") == true)

            world.clock.advance(by: 60)
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.map(\.state) == ["waiting for consent"])
            #expect(told.first?.since == world.clock.now - 60)
            #expect(told.first?.endsWhen?.contains("--yes") == true)
            #expect(told.first?.reason.contains("essential assets up to 500 kB") == true, "\(told)")

            try await world.answer(.consent)
            #expect(try await asking.end()?.phase == .finished)
            #expect(try await world.localVersion("Tutorial") == 1)
            // Whoever answers once more changes nothing: there is no installation any more.
            await #expect(throws: ServiceError.self) { try await world.answer(.consent) }
        }
    }

    @Test("A11: who has agreed beforehand is not asked") func consentIsGiven() async throws {
        try await with { world async throws in
            #expect(try await world.installing(consent: .given)?.phase == .finished)
            #expect(try await world.localVersion("Tutorial") == 1)
        }
    }

    @Test("A11: where nobody can be asked the app is refused, and nothing is left behind")
    func nobodyCanBeAsked() async throws {
        try await with { world async throws in
            let end = try #require(try await world.installing(consent: nil))
            #expect(end.phase == .failed && end.errorCode == "ConsentRequired")
            #expect(end.detail?.contains("ba install SOURCE --yes") == true, "\(end)")
            #expect(world.manifestRequests == 0)
            try await world.waitUntilNothingIsLeft()
        }
    }

    @Test(
        "A11: an app that names no sizes, or none but 0, is installed as ever",
        arguments: [
            "", ServiceWorld.sizes(0, essential: 0),
        ])
    func namesNoSizes(keys: String) async throws {
        try await ServiceWorld.with(hasExtension: true, keys: keys) { world async throws in
            #expect(try await world.installing(consent: nil)?.phase == .finished)
        }
    }

    @Test("A11: a caller that goes away without an answer leaves nothing behind") func theCallerGoes() async throws {
        try await with { world async throws in
            let asking = try await world.asking()
            asking.leave()
            try await world.waitUntilNothingIsLeft()
            #expect(world.manifestRequests == 0)
            // Nor does it stand in the way of the next one.
            #expect(try await world.installing(consent: .given)?.phase == .finished)
        }
    }

    @Test("A11: while one of two callers is still asked, the installation waits") func oneOfTwoGoes() async throws {
        try await with { world async throws in
            let first = try await world.asking()
            let second = try await world.asking()
            first.leave()
            try await world.answer(.consent)
            #expect(try await second.end()?.phase == .finished)
        }
    }

    @Test("A11: who installs the same with consent agrees for those who were asked") func anotherCallerAgrees()
        async throws
    {
        try await with { world async throws in
            let asking = try await world.asking()
            #expect(try await world.refusal { try await world.installing(consent: nil) }?.code == .consentRequired)
            #expect(try await world.installing(consent: .given)?.phase == .finished)
            #expect(try await asking.end()?.phase == .finished)
        }
    }

    @Test("A11: who declines calls off what still waits, and nothing that somebody else has agreed to meanwhile")
    func declines() async throws {
        try await with { world async throws in
            let alone = try await world.asking()
            try await world.answer(.decline)
            #expect(try await alone.end()?.phase == .cancelled)
            try await world.waitUntilNothingIsLeft()

            world.stall("/Tutorial-1.aar")
            let asking = try await world.asking()
            try await world.answer(.consent)
            await world.server.wait { $0.stalledCount == 1 }
            try await world.answer(.decline)
            world.server.release()
            #expect(try await asking.end()?.phase == .finished)
        }
    }

    @Test("A11, 6: that a person has paused what waits for consent is told, too") func pausedBesides() async throws {
        try await with { world async throws in
            let asking = try await world.asking()
            try await world.answer(.pause)
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(told.first?.condition == .consent && told.first?.reason.contains("paused") == true, "\(told)")
            #expect(told.first?.endsWhen?.contains("ba resume \(ServiceWorld.bundleID)") == true, "\(told)")
            try await world.answer(.cancel)
            #expect(try await asking.end()?.phase == .cancelled)
        }
    }

    @Test("A11, 6: what a person has paused while it waits for consent stays so over a restart of the service")
    func pausedOverARestart() async throws {
        try await with { world async throws in
            _ = try await world.asking(callID: "one")
            try await world.answer(.pause)
            try await world.restart()
            let again = try await world.asking(callID: "one")
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(told.first?.condition == .consent && told.first?.reason.contains("paused") == true, "\(told)")
            try await world.answer(.consent)
            #expect(
                try await world.told(ServiceWorld.bundleID, .paused, because: "a person has paused").state == "paused")
            try await world.answer(.resume)
            #expect(try await again.end()?.phase == .finished)
        }
    }

    @Test("A11: who agrees to other sizes than those that wait agrees to nothing") func otherSizes() async throws {
        try await with { world async throws in
            let asking = try await world.asking()
            let sizes = try #require(asking.question.sizes)
            var smaller = sizes
            smaller.maxAssetBytes = 1
            func agree(_ sizes: InstallSizes) async throws {
                _ = try await world.call(
                    AppsInterface.ControlInstallation(
                        bundleID: ServiceWorld.bundleID, action: .consent, sizes: sizes))
            }
            let error = await #expect(throws: ServiceError.self) { try await agree(smaller) }
            #expect(error?.code == .consentRequired)
            #expect(try await world.explain(ServiceWorld.bundleID).first?.condition == .consent)
            try await agree(sizes)
            #expect(try await asking.end()?.phase == .finished)
        }
    }

    @Test("A11: an app cannot agree for its person") func appsDoNotAgree() async throws {
        try await with { world async throws in
            #expect(try await world.installing(consent: .given)?.phase == .finished)
            let app = try await world.app()
            defer { app.close() }
            let call = AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .consent)
            let error = await #expect(throws: ServiceError.self) { try await ServiceWorld.call(call, on: app) }
            #expect(error?.code == .notAttributed)
        }
    }

    @Test("A11: a refusal cancels, and an update that is refused leaves the installed version") func refusal()
        async throws
    {
        try await with { world async throws in
            let asking = try await world.asking()
            try await world.answer(.cancel)
            #expect(try await asking.end()?.phase == .cancelled)
            try await world.waitUntilNothingIsLeft()
            #expect(try await world.installing(consent: .given)?.phase == .finished)
            try world.setBuild(2)
            try world.changeInfo("2000000", to: "3000000")
            let update = try await world.asking()
            try await world.answer(.cancel)
            #expect(try await update.end()?.phase == .cancelled)
            #expect(try await world.apps().map(\.build) == ["1"])
            #expect(try await world.apps().map(\.state) == [.ready])
        }
    }

    @Test("A11, B3: what is paused while somebody is asked goes on asking, and is fetched when it is resumed")
    func pauses() async throws {
        try await with { world async throws in
            let asking = try await world.asking()
            try await world.answer(.pause)
            func states() async throws -> [String] {
                try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations.map(\.state)
            }
            #expect(try await states() == ["waiting for consent"])
            try await world.answer(.consent)
            #expect(try await states() == ["paused"])
            #expect(world.manifestRequests == 0)
            try await world.answer(.resume)
            #expect(try await asking.end()?.phase == .finished)
            #expect(try await world.localVersion("Tutorial") == 1)
        }
    }

    @Test("A11: an update that names no more than what was agreed to asks nobody; one that names more does")
    func updates() async throws {
        try await with { world async throws in
            #expect(try await world.installing(consent: .given)?.phase == .finished)
            try world.setBuild(2)
            try world.changeInfo("2000000", to: "1500000")
            #expect(try await world.installing(consent: nil)?.phase == .finished)
            #expect(try await world.apps().map(\.build) == ["2"])
            try world.setBuild(3, from: 2)
            try world.changeInfo("500000</integer>", to: "500001</integer>")
            let asking = try await world.asking()
            #expect(
                asking.question.sizes?.maxEssentialBytes == 500_001 || asking.question.sizes?.maxAssetBytes == 1_500_001
            )
            try await world.answer(.consent)
            #expect(try await asking.end()?.phase == .finished)
        }
    }

    @Test(
        "A11: of an archive from a server only the beginning is fetched before somebody agrees, and the rest afterwards"
    )
    func archivesFromServers() async throws {
        try await with { world async throws in
            try world.serveApp(build: 1, size: 40_000_000)
            let asking = try await world.asking(world.server.url(ServiceWorld.archive))
            #expect(asking.question.sizes?.archiveBytes ?? 0 > 40_000_000)
            #expect(world.archiveRequests == ["GET"])
            // What its server could not send to its end was not taken, but for what networks hold.
            #expect(!world.server.requests.contains { $0.path == "/manifest" })
            let taken = try world.spoolBytes()
            #expect(taken < 4_000_000, "\(taken)")
            try await world.answer(.consent)
            #expect(try await asking.end()?.phase == .finished)
            #expect(world.archiveRequests == ["GET", "GET"])
            #expect(world.server.requests.last { $0.path == ServiceWorld.archive }?.range != nil)
            #expect(try await world.localVersion("Tutorial") == 1)
        }
    }

    @Test("A11: an archive on this device waits, too, and a caller that goes leaves nothing of it") func localArchives()
        async throws
    {
        try await with { world async throws in
            try world.folder.write(try await world.archiveOfBundle(), to: "Game.tar")
            let asking = try await world.asking(world.folder.path("Game.tar"))
            #expect(asking.question.sizes?.archiveBytes ?? 0 > 0)
            asking.leave()
            try await world.waitUntilNothingIsLeft()
        }
    }

    @Test("A11: a service that is started again asks a caller that is still there anew, and forgets others")
    func restarts() async throws {
        try await with { world async throws in
            let start = world.clock.now
            _ = try await world.asking(callID: "one")
            try await world.restart()
            world.clock.advance(by: 5)
            #expect(try await world.apps().isEmpty)
            try await world.waitUntilNothingIsLeft()
            let again = try await world.asking(callID: "one")
            // The person has been asked for all that time.
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(told.first?.since == start, "\(told)")
            try await world.answer(.consent)
            #expect(try await again.end()?.phase == .finished)
            #expect(world.manifestRequests == 1)
        }
    }

    @Test("A7: what has come of an app's files is told when its update, which waited for consent, does not go on")
    func endsAfterConsent() async throws {
        try await with { world async throws in
            try world.serveApp(build: 1)
            let url = world.server.url(ServiceWorld.archive)
            #expect(try await world.installing(url, consent: .given)?.phase == .finished)
            // Its extension has no time to take it.
            try await world.exhaustRunTime()
            world.server.serve("/one", [1, 2, 3])
            try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            try world.changeInfo("2000000", to: "9000000")
            try world.serveApp(build: 2)
            _ = try await world.asking(
                AppsInterface.Update(bundleID: ServiceWorld.bundleID, callID: "u", consent: .asked))
            try await world.restart()
            #expect(try await world.endings(count: 1).map(\.kind) == [.finished])
        }
    }

    @Test("A11: nobody is asked by an update that comes by itself: it is left to the person, and not fetched again")
    func automaticUpdates() async throws {
        try await with { world async throws in
            try world.serveApp(build: 1)
            let url = world.server.url(ServiceWorld.archive)
            #expect(try await world.installing(url, consent: .given)?.phase == .finished)
            try world.changeInfo("2000000", to: "9000000")
            try world.serveApp(build: 2)
            world.clock.advance(by: 86_410)
            let note = try await world.wait { try await world.apps().first?.note }
            #expect(note.contains("ba update com.example.game --yes"), "\(note)")
            #expect(try await world.build() == "1")
            // The next run of the service knows it, too, however much later.
            let told = try await world.explain(ServiceWorld.bundleID)
            let failed = try #require(told.first { $0.condition == .consent })
            #expect(failed.endsWhen == "somebody agrees: `ba update com.example.game --yes`", "\(told)")
            world.clock.advance(by: 7_200)
            try await world.restart()
            #expect(try await world.apps().first?.note == note)
            #expect(try await world.explain(ServiceWorld.bundleID).contains(failed))
            // Nor does the next one fetch it again by itself.
            let requests = world.archiveRequests.count
            let before = world.clock.now
            world.clock.advance(by: 2 * 86_400)
            _ = try await world.wait { try await world.check(isRecordedAfter: before) ? true : nil }
            #expect(world.archiveRequests.dropFirst(requests) == ["HEAD"])
            let update = AppsInterface.Update(bundleID: ServiceWorld.bundleID, callID: "u", consent: .asked)
            let asking = try await world.asking(update)
            #expect(asking.question.sizes?.maxAssetBytes == 9_000_000)
            try await world.answer(.consent)
            #expect(try await asking.end()?.phase == .finished)
            #expect(try await world.build() == "2")
            try await world.restart()
            #expect(try await world.apps().first?.note == nil)
        }
    }
}

extension ServiceWorld {
    /// Bytes of what has been fetched so far.
    fileprivate func spoolBytes() throws -> Int64 {
        var bytes: Int64 = 0
        let path = root + "/spool"
        for name in FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? [] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
            if attributes[.type] as? FileAttributeType == .typeRegular { bytes += attributes[.size] as? Int64 ?? 0 }
        }
        return bytes
    }
}
