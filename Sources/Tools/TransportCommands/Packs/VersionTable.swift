// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

extension Console {
    /// Writes versions for people, and what is wrong with those that have failed.
    func write(_ versions: [ShownVersion]) {
        write(
            Table(
                ShownVersion.columns.map { .init($0.0, $0.isNumber ? .right : .left) }, rows: versions.map(\.row)
            ).text)
        for version in versions {
            for problem in version.errors { note("\(version.assetPackID) \(version.version): \(problem)") }
            for problem in version.warnings { warn("\(version.assetPackID) \(version.version): \(problem)") }
        }
    }
}
