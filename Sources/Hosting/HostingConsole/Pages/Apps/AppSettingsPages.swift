// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// New apps, and what is set of those that there are.
enum AppSettingsPages {
    static let routes = [
        ConsoleRoute.post("apps", .manageApps, perform: create),
        ConsoleRoute.get("apps/*/settings", .manageApps) { call throws(ConsoleFailure) in
            .page(AppSettingsContent(try await call.app(call.parameters[0])))
        },
        ConsoleRoute.post("apps/*/settings", .manageApps, perform: change),
    ]

    private static func create(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        // Whoever is limited to some apps would not see it.
        guard try AppPages.mayCreate(call) else { throw .forbidden("Apps are made by those who see all of them.") }
        guard let policy = call.form.policy else {
            return .refused(try await AppPages.listing(call, problem: "Say who decides on what is submitted."))
        }
        let new = NewApp(
            bundleID: call.form.text("bundleID") ?? "", name: call.form.text("name"), sku: call.form.text("sku"),
            primaryLocale: call.form.text("locale") ?? NewApp.usualLocale, reviewPolicy: policy)
        if let fault = new.fault { return .refused(try await AppPages.listing(call, problem: fault)) }
        do throws(ConsoleFailure) {
            let app = try await call.store.asking { (store) throws(StorageError) in try await store.createApp(new) }
            return .redirect("/apps/\(app.id)")
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await AppPages.listing(call, problem: error.reason))
        }
    }

    private static func change(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        guard let policy = call.form.policy else {
            return .refused(AppSettingsContent(app, problem: "Say who decides on what is submitted."))
        }
        let isPrivate = call.form["private"] == "yes"
        try await call.store.asking { (store) throws(StorageError) in
            if policy != app.reviewPolicy { try await store.setReviewPolicy(policy, app: app.id) }
            if isPrivate != app.isPrivate { try await store.setPrivate(isPrivate, app: app.id) }
        }
        return .redirect("/apps/\(app.id)")
    }
}
