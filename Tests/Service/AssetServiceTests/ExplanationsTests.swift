// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetStore
import AssetTestSupport
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What `ba explain` is told.
@Suite(.timeLimit(.minutes(2)))
struct ExplanationsTests {
    @Test func whatIsFetchedHidesNothingElse() async throws {
        try await ServiceWorld.with { world in
            for id in ["A", "B"] { try await world.publish(id, version: 1, text: id) }
            try await world.install()
            world.stall("/A-1.aar")
            let connection = try await world.app()
            defer { connection.close() }
            async let reply = ServiceWorld.call(
                PacksInterface.EnsureLocalAvailability(packIDs: ["A"], requireLatestVersion: false, callID: "one"),
                on: connection)
            await world.server.wait { $0.stalledCount == 1 }
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.map(\.subject) == ["A", "B"].map { "\($0) of \(ServiceWorld.bundleID)" })
            #expect(told.map(\.state) == ["downloading", "not local"])
            world.server.release()
            #expect(try await reply.failures.isEmpty)
        }
    }

    private func explanation(of id: String, in world: ServiceWorld) async throws -> Explanation {
        let told = try await world.call(DownloadsInterface.Explain(id: id)).explanations
        return try #require(told.first { $0.subject == "\(id) of \(ServiceWorld.bundleID)" })
    }

    @Test("What the extension declined is told, until it has come") func whatWasDeclined() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Declined", version: 3, text: "x", policy: .prefetch([.firstInstallation]))
            try await world.install()
            let told = try await explanation(of: "Declined", in: world)
            #expect(told.reason == "the app's extension declined version 3 (shouldDownload)")
            #expect(told.endsWhen?.contains("`ba pack get`") == true)
            #expect(try await world.get("Declined") == [])
            #expect(try await explanation(of: "Declined", in: world).state == "ready")
            let store = try AssetStore(path: world.root + "/service.sqlite")
            #expect(try await store.declinedPacks(of: ServiceWorld.bundleID).isEmpty)
        }
    }

    @Test("A pack in another language, or of another event, says so") func whatWasNotCalledFor() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            for language in ["de", "en"] {
                try await world.publish(
                    "Text-\(language)", version: 1, text: language, policy: .prefetch([.firstInstallation]),
                    language: language)
            }
            try await world.publish("News", version: 1, text: "x", policy: .prefetch([.subsequentUpdate]))
            try await world.publish("Level", version: 1, text: "x")
            try await world.install()
            try await world.waitForVersion(1, of: "Text-en")
            #expect(
                try await explanation(of: "Text-de", in: world).reason == "it is in de, and the app has its packs in en"
            )
            #expect(
                try await explanation(of: "News", in: world).reason.hasPrefix(
                    "only an installation or update of the app"))
            #expect(try await explanation(of: "Level", in: world).reason.hasPrefix("it is fetched when the app asks"))
        }
    }

    @Test("Where no language fits, that is said") func whatNobodyPrefers() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish(
                "Text-de", version: 1, text: "x", policy: .prefetch([.firstInstallation]), language: "de")
            world.change { $0.primaryLanguage = "fr" }
            try await world.install()
            #expect(
                try await explanation(of: "Text-de", in: world).reason
                    == "it is in de, and the app is to have its packs in en")
        }
    }

    @Test("While its app is being installed, a pack waits for that") func whatAnInstallationIsToFetch() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.publish("Intro", version: 1, text: "x", policy: .essential([.firstInstallation]))
            try await world.publish("Later", version: 1, text: "x", policy: .prefetch([.firstInstallation]))
            world.stall("/Intro-1.blocks")
            try world.serveApp(build: 1)
            let installing = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            let told = try await explanation(of: "Later", in: world)
            #expect(told.state == "waiting" && told.reason.contains("is being installed"), "\(told)")
            world.server.release()
            #expect(try await installing.value == ServiceWorld.bundleID)
        }
    }
}
