// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The web hooks of an app, and what was sent to them.
enum WebhookPages {
    static let routes = [
        ConsoleRoute.get("apps/*/webhooks", .manageWebhooks) { call throws(ConsoleFailure) in
            .page(try await list(of: try await call.app(call.parameters[0]), call))
        },
        ConsoleRoute.post("apps/*/webhooks", .manageWebhooks, perform: create),
        ConsoleRoute.get("webhooks/*", .manageWebhooks) { call throws(ConsoleFailure) in
            .page(try await content(of: try await webhook(call), call))
        },
        ConsoleRoute.post("webhooks/*", .manageWebhooks, perform: change),
        ConsoleRoute.post("webhooks/*/deliveries/*", .manageWebhooks, perform: redeliver),
    ]

    private static func list(
        of app: HostedApp, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> WebhooksContent {
        let webhooks = try await call.store.asking { (store) throws(StorageError) in
            try await store.webhooks(ofApp: app.id, limit: AppPages.pageSize).elements
        }
        return WebhooksContent(webhooks, of: app, form: call.form, problem: problem)
    }

    private static func create(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        let values = WebhookFields.change(call.form, isEnabled: true)
        do throws(ConsoleFailure) {
            let made = try await call.store.asking { (store) throws(StorageError) in
                try await store.createWebhook(appID: app.id, values)
            }
            return .redirect("/webhooks/\(made.id)")
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await list(of: app, call, problem: error.reason))
        }
    }

    private static func webhook(_ call: ConsoleCall) async throws(ConsoleFailure) -> Webhook {
        let webhook = try await call.store.asking { (store) throws(StorageError) in
            try await store.webhook(call.parameters[0])
        }
        guard let webhook, call.sees(appID: webhook.appID) else { throw .nothing }
        return webhook
    }

    private static func content(
        of webhook: Webhook, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> WebhookContent {
        let app = try await call.app(webhook.appID)
        var listing = DeliveryListing(webhookID: webhook.id, limit: AppPages.pageSize)
        listing.after = PagePlace(call.query)?.values
        let wanted = listing
        let deliveries = try await call.store.asking { (store) throws(StorageError) in
            try await store.deliveries(wanted)
        }
        return WebhookContent(webhook, of: app, deliveries, form: call.form, problem: problem)
    }

    private static func change(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let webhook = try await webhook(call)
        let action = call.form["action"]
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in
                switch action {
                case "ping": _ = try await store.ping(webhookID: webhook.id)
                case "delete": try await store.deleteWebhook(webhook.id)
                case "enable": _ = try await store.changeWebhook(webhook.id, .init(isEnabled: true))
                case "disable": _ = try await store.changeWebhook(webhook.id, .init(isEnabled: false))
                case "change": _ = try await store.changeWebhook(webhook.id, WebhookFields.change(call.form))
                default: break
                }
            }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: webhook, call, problem: error.reason))
        }
        return .redirect(action == "delete" ? "/apps/\(webhook.appID)/webhooks" : "/webhooks/\(webhook.id)")
    }

    private static func redeliver(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (webhook, id) = (try await webhook(call), call.parameters[1])
        try await call.store.asking { (store) throws(StorageError) in
            guard try await store.delivery(id)?.webhookID == webhook.id else {
                throw .refused(.notFound(type: "webhookDeliveries", id: id))
            }
            _ = try await store.redeliver(id)
        }
        return .redirect("/webhooks/\(webhook.id)")
    }
}
