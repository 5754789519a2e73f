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

    struct EventChoice: Sendable {
        /// Those that this host sends.
        static let sent: [(WebhookEventType, String)] = [
            (.backgroundAssetVersionInternalBetaReleaseCreated, "A version has been processed"),
            (.backgroundAssetVersionStateUpdated, "A version could not be processed"),
            (
                .backgroundAssetVersionExternalBetaReleaseStateUpdated,
                "External testers have a version, or it was rejected"
            ),
            (.backgroundAssetVersionAppStoreReleaseStateUpdated, "Everybody has a version, or it was rejected"),
            (.buildUploadStateUpdated, "A build has been processed, or could not be"),
            (.buildBetaDetailExternalBuildStateUpdated, "A build for external testers was submitted, or decided on"),
            (.appStoreVersionAppVersionStateUpdated, "A version of the app was submitted, or decided on"),
        ]

        let value: String
        let title: String
        let isChosen: Bool
    }

    static let template = "webhooks"
    let title = "Web hooks"
    let trail: [PageLink]
    let appID: String
    let webhooks: [Row]
    let events: [EventChoice]
    let name: String
    let url: String
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(_ webhooks: [Webhook], of app: HostedApp, form: FormFields, problem: String?) {
        trail = [PageLink(name: "Apps", path: "/"), PageLink(name: app.name, path: "/apps/\(app.id)")]
        appID = app.id
        self.webhooks = webhooks.map { Row(id: $0.id, name: $0.name, url: $0.url, isEnabled: $0.isEnabled) }
        let chosen = form.all("event")
        events = EventChoice.sent.map { type, title in
            EventChoice(
                value: type.rawValue, title: title, isChosen: problem == nil || chosen.contains(type.rawValue))
        }
        name = form.text("name") ?? ""
        url = form.text("url") ?? ""
        self.problem = problem
    }
}
