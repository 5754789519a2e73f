// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A BCP-47 tag taken apart: language, script and region.
struct LanguageParts: Equatable {
    /// How well a language serves a person who wants another, best first. What has another script does not serve.
    enum Match: Int, Comparable {
        /// The same tag.
        case exact
        /// The same when what both leave out is filled in: `en` and `en-US`.
        case equivalent
        /// The wider region's: `es-419` for `es-MX`.
        case group
        /// The language for everybody: `en` for `en-CA`.
        case neutral
        /// Another variant of the same wider region: `en-GB` for `en-AU`.
        case sameGroup
        /// The variant that the language has when none is named: `en-US` for `en-PH`.
        case usual
        case sibling

        static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    let language: String
    let script: String?
    let region: String?

    init(_ text: String) {
        let parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        let name = (parts.first ?? "").lowercased()
        language = LikelySubtags.aliases[name] ?? name
        let named = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }?.lowercased()
        script = named ?? (name == "sh" ? "latn" : nil)
        region = parts.dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }?.uppercased()
    }

    /// How well `other` serves who wants this one; nil when it does not.
    func match(_ other: LanguageParts) -> Match? {
        guard language == other.language, agreesInScript(with: other) else { return nil }
        if self == other { return .exact }
        if likelyRegion == other.likelyRegion { return .equivalent }
        let group = LikelySubtags.group(of: language, region: region)
        if let group, other.region == group { return .group }
        if other.region == nil { return .neutral }
        if let group, LikelySubtags.group(of: language, region: other.region) == group { return .sameGroup }
        if other.region == LikelySubtags.region(of: language, script: other.likelyScript) { return .usual }
        return .sibling
    }

    private var likelyScript: String? { script ?? LikelySubtags.script(of: language, region: region) }
    private var likelyRegion: String? { region ?? LikelySubtags.region(of: language, script: likelyScript) }

    private func agreesInScript(with other: LanguageParts) -> Bool {
        guard let own = likelyScript, let others = other.likelyScript else { return true }
        return own == others
    }
}
