// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension BuildReleases {
    /// - `rows`: those of one build.
    init(_ rows: [SQLRow]) throws(StorageError) {
        var internalBeta: InternalBetaReleaseState?
        var externalBeta: ExternalBetaReleaseState?
        var appStore: AppStoreReleaseState?
        var releasedAt: [ReleaseContext: Timestamp] = [:]
        for row in rows {
            let context: ReleaseContext = try row.raw("context")
            switch context {
            case .internalBeta: internalBeta = try row.raw("state")
            case .externalBeta: externalBeta = try row.raw("state")
            case .appStore: appStore = try row.raw("state")
            }
            releasedAt[context] = try row.optionalTimestamp("released_at")
        }
        self.init(
            internalBeta: internalBeta, externalBeta: externalBeta, appStore: appStore, releasedAt: releasedAt)
    }

    func save(ofBuild id: String, in connection: any SQLConnection) throws(StorageError) {
        let states: [(ReleaseContext, String?)] = [
            (.internalBeta, internalBeta?.rawValue), (.externalBeta, externalBeta?.rawValue),
            (.appStore, appStore?.rawValue),
        ]
        for (context, state) in states {
            guard let state else { continue }
            try connection.execute(
                """
                INSERT INTO build_releases (build_id, context, state, released_at)
                VALUES (\(id), \(context.rawValue), \(state), \(releasedAt[context]))
                ON CONFLICT (build_id, context) DO UPDATE SET state = excluded.state, released_at = excluded.released_at
                """)
        }
    }
}
