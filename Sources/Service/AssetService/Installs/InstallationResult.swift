// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// The last word on an installation that has ended.
struct InstallationResult: Sendable {
    let callID: String
    let progress: InstallationProgress
    /// When it ended (seconds since 1970).
    let time: Double

    /// What an installation says last when the extension could not be asked what to download, before the reason.
    static let unasked = "installed without its downloads: "

    /// The same end, when what keeps the extension from being asked is something else by now.
    func unasked(because reason: String) -> InstallationResult {
        guard let detail = progress.detail, let sentence = detail.range(of: Self.unasked) else { return self }
        var progress = progress
        progress.detail = detail[..<sentence.upperBound] + reason
        return InstallationResult(callID: callID, progress: progress, time: time)
    }
}
