// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The ways by which a version of a pack reaches devices. In each one version of a pack is active at most, and they are
/// independent of each other (hosting-api 3.5).
package enum ReleaseContext: String, CaseIterable, Codable, Sendable {
    case internalBeta = "internal"
    case externalBeta = "external"
    case appStore = "appstore"

    /// As people call it.
    package var title: String {
        switch self {
        case .internalBeta: "Internal testing"
        case .externalBeta: "External testing"
        case .appStore: "App Store"
        }
    }
}

extension ReleaseContext {
    /// What its releases are in App Store Connect's interface.
    package var resourceType: String {
        switch self {
        case .internalBeta: "backgroundAssetVersionInternalBetaReleases"
        case .externalBeta: "backgroundAssetVersionExternalBetaReleases"
        case .appStore: "backgroundAssetVersionAppStoreReleases"
        }
    }
}
