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
}
