// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetPackModel

@Suite struct LanguageSelectionTests {
    struct Case: CustomTestStringConvertible {
        let preferred: [String]
        var primary: String?
        let available: [String]
        let best: String?

        var testDescription: String { "\(preferred) of \(available), else \(primary ?? "-")" }
    }

    static let cases: [Case] = [
        // The tag itself, then what is the same by likely subtags.
        .init(preferred: ["de-AT"], available: ["de", "de-AT", "en"], best: "de-AT"),
        .init(preferred: ["en"], available: ["en-GB", "en-US"], best: "en-US"),
        .init(preferred: ["en-US"], available: ["en-GB", "en"], best: "en"),
        .init(preferred: ["pt"], available: ["pt-PT", "pt-BR"], best: "pt-BR"),
        .init(preferred: ["en-Latn-US"], available: ["en-CA", "en"], best: "en"),
        // A regional sibling: first the wider region, then the language for everybody, then the nearest.
        .init(preferred: ["es-MX"], available: ["es", "es-419"], best: "es-419"),
        .init(preferred: ["es-MX"], available: ["es-ES", "es-AR"], best: "es-AR"),
        .init(preferred: ["en-AU"], available: ["en-US", "en-GB"], best: "en-GB"),
        .init(preferred: ["en-CA"], available: ["en-GB", "en"], best: "en"),
        .init(preferred: ["en-PH"], available: ["en-GB", "en-US"], best: "en-US"),
        .init(preferred: ["pt-AO"], available: ["pt-BR", "pt-PT"], best: "pt-PT"),
        .init(preferred: ["de-AT"], available: ["de-CH", "en"], best: "de-CH"),
        // The order of wishes counts more than how well one fits.
        .init(preferred: ["de-AT", "en"], available: ["en", "de-CH"], best: "de-CH"),
        .init(preferred: ["fi", "sv"], available: ["en", "sv"], best: "sv"),
        // Scripts.
        .init(preferred: ["zh-TW"], available: ["zh-Hans", "zh-Hant"], best: "zh-Hant"),
        .init(preferred: ["zh"], available: ["zh-Hant", "zh-Hans"], best: "zh-Hans"),
        .init(preferred: ["zh-HK"], available: ["zh-CN", "zh-TW"], best: "zh-TW"),
        .init(preferred: ["sr-Latn"], primary: "en", available: ["sr", "en"], best: "en"),
        .init(preferred: ["sh"], available: ["sr", "sr-Latn"], best: "sr-Latn"),
        .init(preferred: ["uz-AF"], primary: "ru", available: ["uz", "ru"], best: "ru"),
        // Old codes.
        .init(preferred: ["no"], available: ["en", "nb"], best: "nb"),
        .init(preferred: ["iw-IL"], available: ["en", "he"], best: "he"),
        // The primary language, then nothing; without one English, then what there is.
        .init(preferred: ["fi"], primary: "de", available: ["en", "de-DE"], best: "de-DE"),
        .init(preferred: ["fi"], primary: "ja", available: ["en", "de"], best: nil),
        .init(preferred: ["fi"], available: ["de", "en-GB"], best: "en-GB"),
        .init(preferred: [], available: ["de", "fr"], best: "de"),
        .init(preferred: ["fi"], primary: "fi", available: [], best: nil),
        // Nonsense does no harm.
        .init(preferred: ["", "-", "---", "x"], primary: "", available: ["de"], best: nil),
        .init(preferred: ["DE_at"], available: ["en", "de-AT"], best: "de-AT"),
    ]

    @Test(arguments: cases) func theBestMatchIsTaken(_ example: Case) {
        let selection = LanguageSelection(preferred: example.preferred, primary: example.primary)
        #expect(selection.best(among: example.available) == example.best)
    }

    @Test func packsForEverybodyAreTakenBesideThoseOfTheLanguage() {
        func entry(_ id: String, _ language: String?) -> DownloadManifestEntry {
            DownloadManifestEntry(
                id: id, url: id, version: 1, downloadSize: 1, downloadPolicy: .onDemand, language: language)
        }
        let manifest = DownloadManifest(assetPacks: [
            entry("text-de", "de"), entry("map", nil), entry("text-en", "en"), entry("voice-de", "de"),
        ])
        let selection = LanguageSelection(preferred: ["de-CH"], primary: "en")
        #expect(selection.entries(of: manifest).map(\.id) == ["map", "text-de", "voice-de"])
        #expect(selection.localizedEntries(of: manifest).map(\.id) == ["text-de", "voice-de"])
    }
}
