// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore

// How long extensions may still run.
extension ServiceWorld {
    /// Takes what the extension of the app may still run from it.
    ///
    /// - `seconds`: what it keeps.
    /// - `ahead`: seconds by which the clock was ahead then.
    func exhaustRunTime(leaving seconds: Double = 0, ahead: Double = 0) async throws {
        try await stop()
        let now = clock.now + ahead
        do {
            let store = try AssetStore(path: root + "/service.sqlite")
            try await store.updateRunTime(of: Self.bundleID) { _, _ in
                StoredRunTime(
                    bundleID: Self.bundleID, level: seconds, updatedAt: now, usedDays: 0, lastDay: Int64(now / 86_400))
            }
        }
        try await start()
    }
}
