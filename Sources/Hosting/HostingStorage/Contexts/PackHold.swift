// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// How a context of a pack is held, if it is.
package struct PackHold: Equatable, Sendable {
    /// The number of the version that it is held at.
    package var pinned: Int?
    /// The share of the devices, in percent, that have the version of a phased release that is under way.
    package var percentage: Int?
}

extension HostStore {
    /// Of packs, by their identifiers; contexts that are not held have none.
    package func holds(
        ofPacks ids: [String]
    ) async throws(StorageError) -> [String: [ReleaseContext: PackHold]] {
        if ids.isEmpty { return [:] }
        return try await database.read { (connection) throws(StorageError) in
            var holds: [String: [ReleaseContext: PackHold]] = [:]
            for row in try connection.rows("SELECT * FROM pins WHERE background_asset_id IN (\(names: ids))") {
                let context: ReleaseContext = try row.raw("context")
                holds[try row.text("background_asset_id"), default: [:]][context, default: PackHold()].pinned =
                    Int(try row.integer("number"))
            }
            for row in try connection.rows("SELECT * FROM rollouts WHERE background_asset_id IN (\(names: ids))") {
                let (id, context): (String, ReleaseContext) = (
                    try row.text("background_asset_id"), try row.raw("context")
                )
                let (number, percentage) = (Int(try row.integer("number")), Int(try row.integer("percentage")))
                // One that a hold has put off is not under way, and one that is for all is over.
                guard percentage < 100, holds[id]?[context]?.pinned.map({ $0 == number }) ?? true else { continue }
                holds[id, default: [:]][context, default: PackHold()].percentage = percentage
            }
            return holds
        }
    }
}
