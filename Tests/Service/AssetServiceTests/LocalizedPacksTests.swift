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

/// Packs in the person's language.
@Suite(.timeLimit(.minutes(5)))
struct LocalizedPacksTests {
    private let policy = DownloadPolicy.prefetch([.firstInstallation])

    private func publish(_ languages: [String], _ world: ServiceWorld) async throws {
        for language in languages {
            try await world.publish(
                "Text-\(language)", version: 1, text: language, policy: policy, language: language)
        }
    }

    @Test func anInstallationFetchesTheLanguageOfThePerson() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await publish(["de", "en", "fr"], world)
            try await world.install()
            try await world.waitForVersion(1, of: "Text-en")
            #expect(try await world.records().values.compactMap(\.localVersion).count == 1)
        }
    }

    @Test func thePrimaryLanguageIsTheAppsOwnUnlessTheHostNamesOne() async throws {
        let keys = "<key>CFBundleDevelopmentRegion</key><string>fr</string>"
        try await ServiceWorld.with(hasExtension: true, keys: keys) { world in
            try await publish(["de", "fr"], world)
            try await world.install()
            try await world.waitForVersion(1, of: "Text-fr")
            let manifest = try await world.call(
                PacksInterface.Manifest(bundleID: ServiceWorld.bundleID, refresh: true)
            ).manifest
            #expect(manifest.primaryLanguage == "fr")
            world.change { $0.primaryLanguage = "de" }
            let changed = try await world.call(
                PacksInterface.Manifest(bundleID: ServiceWorld.bundleID, refresh: true)
            ).manifest
            #expect(changed.primaryLanguage == "de")
        }
    }

    @Test func anotherLanguageOfThePersonBringsItsPacks() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await publish(["de", "en"], world)
            try await world.publish("Voice-de", version: 1, text: "voice", language: "de")
            try await world.install()
            try await world.waitForVersion(1, of: "Text-en")
            try await world.app(languages: ["de-AT", "en"]).close()
            try await world.waitForVersion(1, of: "Text-de")
            // What the app has to ask for is not fetched, and what is here stays.
            #expect(try await world.localVersion("Voice-de") == nil)
            #expect(try await world.localVersion("Text-en") == 1)
        }
    }

    @Test func anAppsOwnChoiceWaitsForIt() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await publish(["de", "en", "fr"], world)
            try await world.install()
            try await world.waitForVersion(1, of: "Text-en")
            let connection = try await world.app()
            defer { connection.close() }
            for nonsense in ["", "!!", "de_AT", "en-", "muchtoolongapart"] {
                let refusal = await #expect(throws: ServiceError.self) {
                    try await ServiceWorld.call(PacksInterface.SetResolvedLanguage(language: nonsense), on: connection)
                }
                #expect(refusal?.message.contains("\"\(nonsense)\"") == true)
            }
            _ = try await ServiceWorld.call(PacksInterface.SetResolvedLanguage(language: "fr-CA"), on: connection)
            try await world.app(languages: ["de"]).close()
            #expect(try await world.localVersion("Text-fr") == nil)
            _ = try await ServiceWorld.call(PacksInterface.ReconcilePreferredLanguages(callID: "one"), on: connection)
            let records = try await world.records()
            #expect(records["Text-fr"]?.localVersion == 1)
            #expect(records["Text-de"]?.localVersion == nil)
            // Nobody asked for it, and it is not the language any more.
            #expect(records["Text-en"]?.localVersion == nil)
        }
    }

    @Test func packsThatTheAppAskedForStayInOtherLanguages() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await publish(["de", "en"], world)
            try await world.publish("Level", version: 1, text: "level")
            try await world.install()
            try await world.waitForVersion(1, of: "Text-en")
            #expect(try await world.get("Text-de", "Level").isEmpty)
            try await world.restart()
            let connection = try await world.app()
            defer { connection.close() }
            func reconcile(to language: String?) async throws -> [String] {
                _ = try await ServiceWorld.call(PacksInterface.SetResolvedLanguage(language: language), on: connection)
                _ = try await ServiceWorld.call(
                    PacksInterface.ReconcilePreferredLanguages(callID: UUID().uuidString), on: connection)
                return try await world.records().values.filter { $0.localVersion != nil }.map(\.id).sorted()
            }
            #expect(try await reconcile(to: "en") == ["Level", "Text-de", "Text-en"])
            #expect(try await reconcile(to: "de") == ["Level", "Text-de"])
            #expect(try await reconcile(to: nil) == ["Level", "Text-de", "Text-en"])
            // A language that cannot be had takes nothing away.
            try await publish(["fr"], world)
            world.change { manifest in
                for index in manifest.assetPacks.indices where manifest.assetPacks[index].id == "Text-fr" {
                    manifest.assetPacks[index].url = "gone.aar"
                }
            }
            await #expect(throws: (any Error).self) { try await reconcile(to: "fr") }
            #expect(try await world.localVersion("Text-en") == 1)
        }
    }
}
