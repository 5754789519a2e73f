// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What an app is called, who gets its packs, and who decides on them.
struct AppSettingsContent: ConsoleContent {
    static let template = "app-settings"
    let title = "Settings"
    let trail: [PageLink]
    let appID: String
    let name: String
    /// The one that it has, of which `name` may be to become another.
    let shownName: String
    let policy: String
    let policyTitle: String
    let policies: [PolicyChoice]
    let isPrivate: Bool
    /// Whether whoever looks may say who decides.
    let mayDecide: Bool
    let problem: String?

    /// - `name`: the one that was asked for, and is to be put right.
    init(_ app: HostedApp, name: String? = nil, mayDecide: Bool, problem: String? = nil) {
        trail = PageLink.trail(to: app)
        appID = app.id
        self.name = name ?? app.name
        shownName = app.name
        policy = app.reviewPolicy.rawValue
        policyTitle = PolicyChoice.title(of: app.reviewPolicy)
        policies = PolicyChoice.all(app.reviewPolicy)
        isPrivate = app.isPrivate
        self.mayDecide = mayDecide
        self.problem = problem
    }
}
