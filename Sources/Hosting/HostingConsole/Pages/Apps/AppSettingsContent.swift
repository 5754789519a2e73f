// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Who gets the packs of an app, and who decides on them.
struct AppSettingsContent: ConsoleContent {
    static let template = "app-settings"
    let title = "Settings"
    let trail: [PageLink]
    let appID: String
    let policies: [PolicyChoice]
    let isPrivate: Bool
    let problem: String?

    init(_ app: HostedApp, problem: String? = nil) {
        trail = [PageLink(name: "Apps", path: "/"), PageLink(name: app.name, path: "/apps/\(app.id)")]
        appID = app.id
        policies = PolicyChoice.all(app.reviewPolicy)
        isPrivate = app.isPrivate
        self.problem = problem
    }
}
