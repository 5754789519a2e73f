// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a download waits for, and since when.
package struct DownloadWait: Hashable, Sendable {
    package let reason: WaitReason
    /// Since when that is the reason (seconds since 1970).
    package let since: Double
    /// The apps for whose downloads it waits, by bundle ID in order, when it waits for its place or for an installation.
    package let apps: [String]

    package init(_ reason: WaitReason, since: Double, apps: [String] = []) {
        self.reason = reason
        self.since = since
        self.apps = apps
    }

    /// What a person can do, or wait for.
    package var endsWhen: String { reason.endsWhen(behind: apps) }
}
