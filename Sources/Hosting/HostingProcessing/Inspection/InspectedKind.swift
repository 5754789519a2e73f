// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// How a file is read.
package enum InspectedKind: String, CaseIterable, Sendable {
    /// Of a pack.
    case archive
    case manifest
    /// The archive of an app.
    case build

    package init(_ type: UploadAssetType) {
        self =
            switch type {
            case .asset: .archive
            case .manifest: .manifest
            }
    }
}
