// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What keeps downloads in the background from running now.
package struct BackgroundHolds: Equatable, Sendable {
    /// All of them.
    package var all: DownloadHold?
    /// Those of single apps, by bundle ID.
    package var apps: [String: DownloadHold]

    package init(all: DownloadHold? = nil, apps: [String: DownloadHold] = [:]) {
        self.all = all
        self.apps = apps
    }

    func hold(on candidate: DownloadCandidate) -> DownloadHold? {
        candidate.downloadClass == .background ? all ?? apps[candidate.bundleID] : nil
    }
}
