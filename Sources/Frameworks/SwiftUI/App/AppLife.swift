// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Where the life of the app stands.
enum AppLife {
    /// An app that the service has started is opened by nobody.
    private static let current = Mutex(
        ProcessInfo.processInfo.environment["BACKGROUND_ASSETS_BACKGROUND_LAUNCH"] == nil
            ? ScenePhase.active : .background)

    static var phase: ScenePhase { current.withLock { $0 } }
}
