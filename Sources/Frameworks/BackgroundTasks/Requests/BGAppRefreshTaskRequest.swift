// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A request for a moment in which an app looks for what is new: some 30 seconds. One of an app may be pending.
///
/// The app needs `fetch` in `UIBackgroundModes`.
open class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) { super.init(named: identifier) }

    override func copied() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }
}
