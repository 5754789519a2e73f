// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a language tag leaves out, as Unicode CLDR's likely subtags and parent locales have it, for those languages that
/// come in several scripts or regions. A table, so that the app and the service agree whatever library each has.
enum LikelySubtags {
    /// Old or variant codes of languages, and what they are now.
    static let aliases = [
        "no": "nb", "iw": "he", "in": "id", "tl": "fil", "mo": "ro", "ji": "yi", "sh": "sr", "cmn": "zh",
    ]

    /// The script of a language in a region; nil for languages that have one only.
    static func script(of language: String, region: String?) -> String? {
        guard let (usual, others) = scripts[language] else { return nil }
        return region.flatMap { others[$0] } ?? usual
    }

    /// The region that a language has when none is named; nil when that makes no difference.
    static func region(of language: String, script: String?) -> String? {
        if language == "zh" { return script == "hant" ? "TW" : "CN" }
        return regions[language]
    }

    /// The wider region that a regional variant belongs to: `419` for Mexican Spanish.
    static func group(of language: String, region: String?) -> String? {
        guard let region, let (group, members) = groups[language], members.contains(region) || region == group else {
            return nil
        }
        return group
    }

    private static let scripts: [String: (String, [String: String])] = [
        "zh": ("hans", ["TW": "hant", "HK": "hant", "MO": "hant"]), "yue": ("hant", ["CN": "hans"]),
        "sr": ("cyrl", ["ME": "latn", "RO": "latn", "TR": "latn"]), "uz": ("latn", ["AF": "arab", "CN": "cyrl"]),
        "az": ("latn", ["IR": "arab", "IQ": "arab", "RU": "cyrl"]), "pa": ("guru", ["PK": "arab"]),
        "kk": ("cyrl", ["CN": "arab", "IR": "arab", "MN": "arab"]), "ky": ("cyrl", ["CN": "arab", "TR": "latn"]),
        "mn": ("cyrl", ["CN": "mong"]), "sd": ("arab", ["IN": "deva"]), "ku": ("latn", ["IQ": "arab", "IR": "arab"]),
        "tg": ("cyrl", ["PK": "arab"]), "ug": ("arab", ["KZ": "cyrl", "MN": "cyrl"]), "bs": ("latn", [:]),
        "ms": ("latn", ["CC": "arab"]), "ha": ("latn", ["CM": "arab", "SD": "arab"]),
    ]

    private static let regions = [
        "en": "US", "es": "ES", "pt": "BR", "fr": "FR", "de": "DE", "it": "IT", "nl": "NL", "sv": "SE", "da": "DK",
        "nb": "NO", "nn": "NO", "fi": "FI", "ar": "EG", "fa": "IR", "ru": "RU", "uk": "UA", "pl": "PL", "cs": "CZ",
        "el": "GR", "tr": "TR", "ja": "JP", "ko": "KR", "hi": "IN", "bn": "BD", "ta": "IN", "ur": "PK", "vi": "VN",
        "th": "TH", "id": "ID", "ms": "MY", "he": "IL", "ro": "RO", "hu": "HU", "ca": "ES", "sr": "RS", "sw": "TZ",
        "yue": "HK",
    ]

    private static let groups: [String: (String, Set<String>)] = [
        "es": (
            "419",
            [
                "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR",
                "PY", "SV", "US", "UY", "VE",
            ]
        ),
        "en": (
            "001",
            [
                "150", "AT", "AU", "BE", "BW", "CA", "CH", "CY", "DE", "DK", "FI", "FJ", "GB", "GH", "HK", "IE", "IL",
                "IN", "JM", "KE", "LK", "MT", "MY", "NG", "NL", "NZ", "PG", "PK", "SE", "SG", "SI", "TT", "TZ", "UG",
                "ZA", "ZM", "ZW",
            ]
        ),
        "pt": ("PT", ["AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "ST", "TL"]),
    ]
}
