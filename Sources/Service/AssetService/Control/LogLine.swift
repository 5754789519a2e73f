// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A line of the service's log.
struct LogLine {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether it names an app, or one of its extensions, whose names begin with its own.
    func names(_ bundleID: String) -> Bool {
        text.ranges(of: bundleID).contains { range in
            let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : nil
            return !Self.isPart(before) && before != "." && !Self.isPart(text[range.upperBound...].first)
        }
    }

    /// Whether a character beside a name would make it a part of another one.
    private static func isPart(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ?? false
    }
}
