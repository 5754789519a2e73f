// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How an app is started.
package struct AppLaunch: Sendable {
    package var bundleID: String
    package var executable: String
    /// The folder that it is in at first.
    package var directory: String
    /// What it is told beside what a login has set.
    package var environment: [String: String]
    /// Of an app that is started in the background; nil for one that a person opens.
    package var limits: AppLimits?

    package init(
        bundleID: String, executable: String, directory: String, environment: [String: String], limits: AppLimits?
    ) {
        self.bundleID = bundleID
        self.executable = executable
        self.directory = directory
        self.environment = environment
        self.limits = limits
    }
}
