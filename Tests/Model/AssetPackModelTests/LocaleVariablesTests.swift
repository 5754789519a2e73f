// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct LocaleVariablesTests {
    @Test func theyAreReadAsGettextReadsThem() {
        func languages(_ environment: [String: String]) -> [String]? { LocaleVariables.languages(in: environment) }
        #expect(languages(["LANG": "de_AT.UTF-8"]) == ["de-AT"])
        #expect(languages(["LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_FR"]) == ["fr-FR"])
        #expect(languages(["LANG": "de_AT", "LC_MESSAGES": "fr", "LC_ALL": "it_IT@euro"]) == ["it-IT"])
        #expect(languages(["LANG": "de_AT", "LC_ALL": ""]) == ["de-AT"])
        #expect(languages(["LANG": "de_AT", "LANGUAGE": "gsw:de:en"]) == ["gsw", "de", "en", "de-AT"])
        #expect(languages(["LANG": "de_AT", "LANGUAGE": "de_AT::de_AT"]) == ["de-AT"])
    }

    @Test func theCLocaleSwitchesTranslationOff() {
        for locale in ["C", "POSIX", "C.UTF-8", ""] {
            #expect(LocaleVariables.languages(in: ["LANG": locale, "LANGUAGE": "de"]) == nil, "\(locale)")
        }
        #expect(LocaleVariables.languages(in: [:]) == nil)
        #expect(LocaleVariables.languages(in: ["LANGUAGE": "de"]) == nil)
    }

    @Test func nonsenseIsLeftOut() {
        let environment = ["LANG": "de_AT", "LANGUAGE": "../../etc:de\u{fc}:\(String(repeating: "x", count: 50)):fr"]
        #expect(LocaleVariables.languages(in: environment) == ["fr", "de-AT"])
    }
}
