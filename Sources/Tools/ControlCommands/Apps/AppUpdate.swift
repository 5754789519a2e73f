// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import ToolSupport

/// Updates an app from the server that it came from.
struct AppUpdate {
    let link: any ServiceLink
    let context: ControlContext
    var isQuiet = false
    /// Whether the person agrees to larger sizes; nil when nobody can be asked.
    var consent: InstallConsent?

    /// - Returns: the version that is installed now, when it is another one.
    func run(_ app: AppRecord) async throws -> String? {
        guard app.isFromServer else { return nil }
        let follower = InstallationFollower(
            link: link, context: context, audience: isQuiet ? .nobody : .people, agrees: consent == .given)
        let progress = try await follower.follow(
            AppsInterface.Update(bundleID: app.bundleID, callID: UUID().uuidString, consent: consent))
        let now = try await AppSelection.app(app.bundleID, link: link)
        guard now.version != app.version || now.build != app.build else { return nil }
        if let detail = progress.detail, !isQuiet { context.console.warn("\(app.bundleID): \(detail)") }
        return now.versionText
    }
}
