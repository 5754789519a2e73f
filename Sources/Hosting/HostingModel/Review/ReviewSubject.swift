// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is reviewed.
package enum ReviewSubject: Codable, Hashable, Sendable {
    /// A version of an asset pack.
    case packVersion(id: String, packID: String)
    /// A version of the app itself.
    case appVersion(id: String)

    /// The identifier of the version.
    package var id: String {
        switch self {
        case .packVersion(let id, _), .appVersion(let id): id
        }
    }
}
