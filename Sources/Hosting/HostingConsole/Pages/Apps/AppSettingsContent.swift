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
    let isPrivate: Bool
    let policies: [PolicyChoice]
    let policyTitle: String
    /// What it is, of which the above may be to become another.
    let shownName: String
    let isPrivateNow: Bool
    let policy: String
    /// Whether whoever looks may say who decides.
    let mayDecide: Bool
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(_ app: HostedApp, mayDecide: Bool, form: FormFields? = nil, problem: String? = nil) {
        trail = PageLink.trail(to: app)
        appID = app.id
        name = form.map { $0["name"] ?? "" } ?? app.name
        isPrivate = form.map { $0["private"] == "yes" } ?? app.isPrivate
        policies = PolicyChoice.all(form?.policy ?? app.reviewPolicy)
        policyTitle = PolicyChoice.title(of: app.reviewPolicy)
        shownName = app.name
        isPrivateNow = app.isPrivate
        policy = app.reviewPolicy.rawValue
        self.mayDecide = mayDecide
        self.problem = problem
    }
}
