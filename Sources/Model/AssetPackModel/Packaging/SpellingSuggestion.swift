// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody meant who misspelt a word.
package enum SpellingSuggestion {
    /// `; did you mean "x"?` for the nearest candidate, or an empty string when none is near.
    package static func hint(for word: String, among candidates: [String]) -> String {
        nearest(to: word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The candidate that differs least, by at most a third of its letters; case counts for nothing.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let lowercased = Array(word.lowercased().prefix(64))
        let ranked = candidates.map { (distance(lowercased, Array($0.lowercased())), $0) }
        guard let best = ranked.min(by: { $0.0 < $1.0 }), best.0 <= max(1, best.1.count / 3) else { return nil }
        return best.1
    }

    /// Levenshtein's distance: insertions, deletions and replacements.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in second.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}
