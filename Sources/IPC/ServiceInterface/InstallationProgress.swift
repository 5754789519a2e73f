// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One step of an installation as a person sees it: a single fraction over app, installation and essential assets.
package struct InstallationProgress: Codable, Equatable, Sendable {
    package enum Phase: String, OpenEnumeration {
        /// Nothing is fetched until somebody agrees to the sizes.
        case awaitingConsent
        case downloadingApp, installing, fetchingManifest, askingExtension, downloadingAssets
        case paused
        /// The app is launchable; the last message of a stream.
        case finished
        /// The last message of a stream whose installation was taken back.
        case cancelled
        case failed
        /// A step that only a newer service knows.
        case unknown

        /// `fetching assets`: what goes on, for people.
        package var words: String {
            switch self {
            case .awaitingConsent: "waiting for consent"
            case .downloadingApp: "fetching the app"
            case .installing: "installing"
            case .fetchingManifest: "fetching the manifest"
            case .askingExtension: "asking the downloader extension"
            case .downloadingAssets: "fetching assets"
            case .paused: "paused"
            case .finished: "finished"
            case .cancelled: "cancelled"
            case .failed: "failed"
            case .unknown: "working"
            }
        }
    }

    package var bundleID: String
    package var phase: Phase
    /// 0 to 1; never goes back within an installation.
    package var fraction: Double
    /// Bytes of what the phase is about, of all phases in the last message; 0 of 0 while that is not known.
    package var completedBytes: Int64
    package var totalBytes: Int64
    /// What is being fetched, or what went wrong without keeping the app from being launched.
    package var detail: String?
    /// The code of the error that an installation failed with (`ServiceError.Code`).
    package var errorCode: String?
    /// What is to be agreed to, while it waits for that.
    package var sizes: InstallSizes?
    /// In the last message of an installation that finished: the fingerprint of the team that signed the app; nil for an app
    /// that is not signed.
    package var team: String?

    package init(
        bundleID: String, phase: Phase, fraction: Double, completedBytes: Int64, totalBytes: Int64,
        detail: String? = nil, errorCode: String? = nil, sizes: InstallSizes? = nil, team: String? = nil
    ) {
        self.bundleID = bundleID
        self.phase = phase
        self.fraction = fraction
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.detail = detail
        self.errorCode = errorCode
        self.sizes = sizes
        self.team = team
    }

    /// Whether no further message follows.
    package var isFinal: Bool { phase == .finished || phase == .cancelled || phase == .failed }
}
