// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whose transfers stand in the queue.
protocol TransferSource: Sendable {
    /// Begins the transfer of a download, if it has none and is still wanted.
    func start(_ id: String) async

    /// Breaks a transfer off, if there is one, so that it can go on later.
    func stop(_ id: String) async

    /// Removes what has come of a download that does not run: it begins anew when it does.
    ///
    /// - Returns: whether that was done; not for one that runs again meanwhile.
    func giveUpStaged(_ id: String) async -> Bool
}
