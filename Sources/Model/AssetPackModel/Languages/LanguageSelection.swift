// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which localized packs a person gets: the best match with the languages they prefer, then the app's primary one.
package struct LanguageSelection: Equatable, Sendable {
    /// BCP-47 tags, best first.
    package var preferred: [String]
    /// The app's primary language, for when nothing matches.
    package var primary: String?

    package init(preferred: [String], primary: String?) {
        self.preferred = preferred
        self.primary = primary
    }

    /// The language among `available` that is taken, or nil when none fits.
    ///
    /// For each preferred language in turn: the same language, then the variant of it that comes closest (see
    /// `LanguageParts.Match`), in the same script; then the same for the primary language. A publisher who names none is
    /// taken to mean English, or else the first language of the manifest: some text is better than none.
    package func best(among available: [String]) -> String? {
        let candidates = available.map { ($0, LanguageParts($0)) }
        for wish in preferred + [primary ?? "en"] {
            let wish = LanguageParts(wish)
            var best: (String, LanguageParts.Match)?
            for (tag, parts) in candidates {
                guard let match = wish.match(parts), best.map({ match < $0.1 }) ?? true else { continue }
                best = (tag, match)
            }
            if let best { return best.0 }
        }
        return primary == nil ? available.first : nil
    }

    /// The localized packs of a manifest in the language that is taken.
    package func localizedEntries(of manifest: DownloadManifest) -> [DownloadManifestEntry] {
        var available: [String] = []
        for language in manifest.assetPacks.compactMap(\.language) where !available.contains(language) {
            available.append(language)
        }
        guard let language = best(among: available) else { return [] }
        return manifest.assetPacks.filter { $0.language == language }
    }

    /// The packs that an automatic fetch considers: those for everybody, and those in the language that is taken.
    package func entries(of manifest: DownloadManifest) -> [DownloadManifestEntry] {
        manifest.assetPacks.filter { $0.language == nil } + localizedEntries(of: manifest)
    }
}
