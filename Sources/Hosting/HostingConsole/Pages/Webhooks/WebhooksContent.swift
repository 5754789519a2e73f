// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct WebhooksContent: ConsoleContent {
    struct Row: Sendable {
        let id: String
        let name: String
        let url: String
        let isEnabled: Bool
    }

    static let template = "webhooks"
    let title = "Web hooks"
    let trail: [PageLink]
    let appID: String
    let webhooks: [Row]
    let fields: WebhookFields
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(_ webhooks: [Webhook], of app: HostedApp, form: FormFields, problem: String?) {
        trail = PageLink.trail(to: app)
        appID = app.id
        self.webhooks = webhooks.map { Row(id: $0.id, name: $0.name, url: $0.url, isEnabled: $0.isEnabled) }
        fields = WebhookFields(problem == nil ? nil : form, of: nil)
        self.problem = problem
    }
}
