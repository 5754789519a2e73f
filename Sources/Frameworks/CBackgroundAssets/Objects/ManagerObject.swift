// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets

/// The `ba_manager`.
final class ManagerObject: Sendable {
    /// Its handle, of which nobody has a reference to release.
    // nonisolated(unsafe): a number that does not change.
    nonisolated(unsafe) static let shared: OpaquePointer? = Handles.add(ManagerObject(.shared))

    let manager: AssetPackManager
    let delegates: Delegates

    private init(_ manager: AssetPackManager) {
        self.manager = manager
        delegates = Delegates(manager: manager)
    }
}
