// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How an app is started in the background.
package struct AppLaunch: Sendable {
    package var bundleID: String
    package var executable: String
    /// The folder that it is in at first.
    package var directory: String
    package var environment: [String: String]

    package init(bundleID: String, executable: String, directory: String, environment: [String: String]) {
        self.bundleID = bundleID
        self.executable = executable
        self.directory = directory
        self.environment = environment
    }
}
