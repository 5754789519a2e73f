// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that keeps downloads in the background from running, and since when.
package struct DownloadHold: Hashable, Sendable {
    package let condition: DownloadCondition
    /// Seconds since 1970.
    package let since: Double

    package init(_ condition: DownloadCondition, since: Double) {
        self.condition = condition
        self.since = since
    }
}
