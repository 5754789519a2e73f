// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import ServiceInterface

/// How apps are started, as they are installed, and what of them runs.
struct AppLaunches: Sendable {
    /// Where nobody sees it.
    let inBackground: @Sendable (_ bundleID: String) async throws(ServiceError) -> AppLaunch
    /// For a person, with what lets it come to the front of the desktop.
    let inFront: @Sendable (_ bundleID: String, _ token: String?) async throws(ServiceError) -> AppLaunch
    /// The processes of an app that are there, connected or not.
    let running: @Sendable (_ bundleID: String) async -> [Int32]
    /// Those of all apps, and what they have started, with whose they are.
    let allRunning: @Sendable () async -> [Int32: String]
}
