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
    let policy: String
    let policyTitle: String
    let policies: [PolicyChoice]
    let isPrivate: Bool
    /// Whether whoever looks may say who decides.
    let mayDecide: Bool
    let problem: String?

    init(_ app: HostedApp, mayDecide: Bool, problem: String? = nil) {
        trail = PageLink.trail(to: app)
        appID = app.id
        policy = app.reviewPolicy.rawValue
        policyTitle = PolicyChoice.title(of: app.reviewPolicy)
        policies = PolicyChoice.all(app.reviewPolicy)
        isPrivate = app.isPrivate
        self.mayDecide = mayDecide
        self.problem = problem
    }
}
