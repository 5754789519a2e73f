// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct AppsContent: ConsoleContent {
    struct Row: Sendable {
        let id: String
        let name: String
        let bundleID: String
        let usage: Usage

        init(_ app: HostedApp, used: Int64, quota: Quota) {
            id = app.id
            name = app.name
            bundleID = app.bundleID
            usage = Usage(used: used, quota: quota)
        }
    }

    static let template = "apps"
    let title = "Apps"
    let apps: [Row]
    let mayCreate: Bool
    /// Of the app that is to be made.
    let bundleID: String
    let name: String
    let sku: String
    let locale: String
    let policies: [PolicyChoice]
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(apps: [Row], mayCreate: Bool, form: FormFields, problem: String?) {
        self.apps = apps
        self.mayCreate = mayCreate
        self.problem = problem
        bundleID = form["bundleID"] ?? ""
        name = form["name"] ?? ""
        sku = form["sku"] ?? ""
        locale = form["locale"] ?? NewApp.usualLocale
        policies = PolicyChoice.all(form.policy ?? .oneReviewer)
    }
}
