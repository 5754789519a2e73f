// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An app as the service lists it.
package struct AppRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration {
        /// The first version is being installed; launching is refused.
        case installing
        /// Launchable.
        case ready
        /// Launchable in its old version while a new one is being installed.
        case updating
        /// The installation failed or was cancelled; nothing is launchable.
        case failed
        case unknown
    }

    package var bundleID: String
    package var name: String
    /// CFBundleShortVersionString.
    package var version: String
    /// CFBundleVersion.
    package var build: String
    package var state: State
    /// Whether an installation or update of it is under way.
    package var isArriving: Bool { state == .installing || state == .updating }
    /// 0 to 1 while an installation is under way.
    package var fraction: Double?
    /// Whether that stands still because a person wants it so; nil when none is under way.
    package var paused: Bool?
    package var appGroupID: String?
    /// `local`, `system` (brought by a package of the distribution), or the host that it came from.
    package var origin: String
    /// The fingerprint of the team that signed it; nil for an app that is not signed.
    package var team: String?
    /// Whether it came from a server, from which it can be updated.
    package var isFromServer: Bool { origin != "local" && origin != "system" }
    /// Where the launchable bundle lies.
    package var path: String?
    /// Bytes of its local packs.
    package var packBytes: Int64
    /// Whether it has managed asset packs; nil when its bundle cannot be read.
    package var hasAssetPacks: Bool?
    /// Whether its extension is asked what is to be downloaded for it; nil when its bundle cannot be read.
    package var requestsContent: Bool?
    /// Why it is in this state, when that needs a word.
    package var note: String?

    package init(
        bundleID: String, name: String, version: String, build: String, state: State, fraction: Double?,
        paused: Bool? = nil, appGroupID: String?, origin: String, path: String?, packBytes: Int64,
        hasAssetPacks: Bool?, requestsContent: Bool? = nil, note: String?, team: String? = nil
    ) {
        self.bundleID = bundleID
        self.name = name
        self.version = version
        self.build = build
        self.state = state
        self.fraction = fraction
        self.paused = paused
        self.appGroupID = appGroupID
        self.origin = origin
        self.path = path
        self.packBytes = packBytes
        self.hasAssetPacks = hasAssetPacks
        self.requestsContent = requestsContent
        self.note = note
        self.team = team
    }
}
