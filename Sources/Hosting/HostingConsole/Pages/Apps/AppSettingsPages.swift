// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// New apps, and what is set of those that there are.
enum AppSettingsPages {
    static let routes = [
        ConsoleRoute.get("apps/new", .manageApps) { call throws(ConsoleFailure) in
            try checkCreation(call)
            return .page(NewAppContent())
        },
        ConsoleRoute.post("apps", .manageApps, perform: create),
        ConsoleRoute.get("apps/*/settings", .manageApps) { call throws(ConsoleFailure) in
            .page(AppSettingsContent(try await call.app(call.parameters[0]), mayDecide: mayDecide(call)))
        },
        ConsoleRoute.post("apps/*/settings", .manageApps, perform: change),
    ]

    private static let noPolicy = "Say who decides on what is submitted."

    private static func checkCreation(_ call: ConsoleCall) throws(ConsoleFailure) {
        // Whoever is limited to some apps would not see it.
        guard try AppPages.mayCreate(call) else { throw .forbidden("Apps are made by those who see all of them.") }
    }

    private static func create(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try checkCreation(call)
        guard let policy = call.form.policy else { return .refused(NewAppContent(call.form, problem: noPolicy)) }
        let new = NewApp(
            bundleID: call.form.text("bundleID") ?? "", name: call.form.text("name"), sku: call.form.text("sku"),
            primaryLocale: call.form.text("locale") ?? NewApp.usualLocale, reviewPolicy: policy)
        if let fault = new.fault { return .refused(NewAppContent(call.form, problem: fault)) }
        do throws(ConsoleFailure) {
            let app = try await call.store.asking { (store) throws(StorageError) in try await store.createApp(new) }
            return .redirect("/apps/\(app.id)")
        } catch {
            guard error.isConflict else { throw error }
            return .refused(NewAppContent(call.form, problem: error.reason))
        }
    }

    /// Whoever may submit and not review does not let themselves off reviews.
    private static func mayDecide(_ call: ConsoleCall) -> Bool { call.allows(.review) }

    /// What was asked for stays, to be put right.
    private static func refused(_ app: HostedApp, _ call: ConsoleCall, problem: String) -> ConsoleAnswer {
        .refused(AppSettingsContent(app, mayDecide: mayDecide(call), form: call.form, problem: problem))
    }

    /// Sets what was changed on the page: what others have set since it was shown stays.
    private static func change(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        var change = AppChange()
        if call.form["name"] != call.form["shown-name"] { change.name = call.form.text("name") ?? "" }
        if call.form["policy"] != call.form["shown-policy"] {
            guard mayDecide(call) else {
                throw .forbidden("Who decides on what is submitted is changed by somebody who may review.")
            }
            change.reviewPolicy = call.form.policy
            if change.reviewPolicy == nil {
                return refused(app, call, problem: noPolicy)
            }
        }
        let isPrivate = call.form["private"] == "yes"
        if isPrivate != (call.form["shown-private"] == "yes") { change.isPrivate = isPrivate }
        if let fault = change.fault { return refused(app, call, problem: fault) }
        let wanted = change
        try await call.store.asking { (store) throws(StorageError) in
            _ = try await store.change(wanted, app: app.id)
        }
        return .redirect("/apps/\(app.id)")
    }
}
