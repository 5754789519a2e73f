// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app publishes in one context at one moment.
package struct PublishedVersions: Sendable {
    package let app: HostedApp
    /// Rises with each change.
    package let sequence: Int64
    /// By the identifiers of their packs: of each pack, the version that a device gets.
    package let versions: [VersionSummary]
    /// The identifiers of packs that were taken back.
    package let archived: [String]
}
