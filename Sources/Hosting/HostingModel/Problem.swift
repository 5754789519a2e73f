// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What processing has found, as a person is told it.
package struct Problem: Codable, Equatable, Sendable {
    /// For programs: upper-case words with `_` between.
    package let code: String
    /// What happened, to what, and what to do.
    package let description: String

    /// Code points.
    private static let longestDescription = 2_000

    /// - `description`: what is too long for a person is cut off.
    package init(code: String, description: String) {
        self.code = code
        let scalars = description.unicodeScalars
        self.description =
            scalars.count > Self.longestDescription
            ? String(scalars.prefix(Self.longestDescription)) + "…" : description
    }
}
