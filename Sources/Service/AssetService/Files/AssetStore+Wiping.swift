// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging

extension AssetStore {
    /// Lets go of the requests of downloads that are on record no more. When that fails, the next end tries again.
    func wipeLog(_ logger: Logger) async {
        do throws(AssetStoreError) { try await wipeLog() } catch {
            logger.warning("what the database's log holds of downloads that have ended stays there for now: \(error)")
        }
    }
}
