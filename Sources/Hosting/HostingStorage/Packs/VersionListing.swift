// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the versions of an asset pack.
package struct VersionListing: Sendable {
    package var packID: String
    package var locales: [String]?
    /// As manifests spell them.
    package var platforms: [String]?
    package var states: [VersionState]?
    package var numbers: [Int]?
    /// Versions whose release in a context has one of these states.
    package var releaseStates: [ReleaseContext: [String]] = [:]
    /// Whether the newest comes first.
    package var isFalling: Bool
    package var after: [SQLValue]?
    package var limit: Int

    package init(packID: String, isFalling: Bool = false, limit: Int) {
        self.packID = packID
        self.isFalling = isFalling
        self.limit = limit
    }

    var keyset: Keyset { Keyset([.init("v.number", isFalling: isFalling)], after: after) }

    var conditions: [SQL] {
        var conditions: [SQL] = ["v.background_asset_id = \(packID)"]
        if let locales { conditions.append("v.locale IN (\(names: locales))") }
        if let platforms { conditions.append(PackListing.isFor(platforms)) }
        if let states { conditions.append("v.state IN (\(list: states.map(\.rawValue)))") }
        if let numbers { conditions.append("v.number IN (\(list: numbers))") }
        for context in ReleaseContext.allCases {
            guard let states = releaseStates[context] else { continue }
            conditions.append(
                """
                EXISTS (SELECT 1 FROM releases r WHERE r.version_id = v.id AND r.context = \(context.rawValue)
                    AND r.state IN (\(list: states)))
                """)
        }
        return conditions
    }
}
