// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

extension Finding {
    /// A finding about a bundle, as `ba doctor` shows it.
    package init(_ finding: BundleFinding) {
        let level: Level =
            switch finding.level {
            case .note: .ok
            case .warning: .warning
            case .error, .obstacle: .error
            }
        self.init(level: level, subject: finding.subject, message: finding.message)
    }
}
