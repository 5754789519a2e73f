// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What processing has found in a version or a file: the `stateDetails` of App Store Connect.
package struct ProblemList: Codable, Equatable, Sendable {
    package var errors: [Problem]
    package var warnings: [Problem]
    package var infos: [Problem]

    package init(errors: [Problem] = [], warnings: [Problem] = [], infos: [Problem] = []) {
        self.errors = errors
        self.warnings = warnings
        self.infos = infos
    }

    /// Of each kind.
    private static let largestCount = 100

    /// As much of it as a person reads: a manifest of megabytes can be wrong in every word.
    package var abridged: ProblemList {
        func first(_ problems: [Problem]) -> [Problem] {
            guard problems.count > Self.largestCount else { return problems }
            let rest = problems.count - Self.largestCount
            return problems.prefix(Self.largestCount) + [Problem(code: "MORE", description: "There are \(rest) more.")]
        }
        return ProblemList(errors: first(errors), warnings: first(warnings), infos: first(infos))
    }
}
