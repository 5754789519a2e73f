// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct WebhookContent: ConsoleContent {
    /// When what was not taken is sent again.
    struct Retry: Sendable {
        let words: String
        let time: String
    }

    struct DeliveryRow: Sendable {
        let id: String
        let event: String
        let state: StateWord
        let sent: String
        /// What came of it: a status, or why there was none.
        let result: String
        let isRedelivery: Bool
        let retry: Retry?

        init(_ delivery: WebhookDelivery) {
            id = delivery.id
            event =
                switch delivery.event.kind {
                case .ping: "Ping"
                case .change(let type): StateWord(type.rawValue).text
                }
            state = StateWord(delivery.state)
            sent = (delivery.sentAt ?? delivery.createdAt).description
            result = [delivery.answer.map { "\($0.status)" }, delivery.error].compactMap(\.self).joined(separator: ", ")
            isRedelivery = delivery.isRedelivery
            retry = delivery.retry.map { Retry(words: $0.words, time: $0.time.description) }
        }
    }

    static let template = "webhook"
    let title: String
    let trail: [PageLink]
    let webhookID: String
    let url: String
    let isEnabled: Bool
    let events: [String]
    let fields: WebhookFields
    let problem: String?
    let deliveries: [DeliveryRow]
    /// The query of the page after this one.
    let next: String?

    /// - `form`: what was asked for, and is to be put right.
    init(
        _ webhook: Webhook, of app: HostedApp, _ page: Page<WebhookDelivery>, form: FormFields, problem: String?
    ) {
        fields = WebhookFields(problem == nil ? nil : form, of: webhook)
        self.problem = problem
        title = webhook.name
        trail =
            PageLink.trail(to: app) + [
                PageLink(name: "Web hooks", path: "/apps/\(app.id)/webhooks")
            ]
        webhookID = webhook.id
        url = webhook.url
        isEnabled = webhook.isEnabled
        events = webhook.eventTypes.map { StateWord($0.rawValue).text }
        deliveries = page.elements.map { DeliveryRow($0) }
        next = PagePlace.next(after: page) { ($0.createdAt, $0.id) }
    }
}
