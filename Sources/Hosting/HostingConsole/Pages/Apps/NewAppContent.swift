// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// An app that is to be made.
struct NewAppContent: ConsoleContent {
    static let template = "app-new"
    let title = "New app"
    let trail = [PageLink.apps]
    let bundleID: String
    let name: String
    let sku: String
    let locale: String
    let policies: [PolicyChoice]
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(_ form: FormFields = FormFields(), problem: String? = nil) {
        self.problem = problem
        bundleID = form["bundleID"] ?? ""
        name = form["name"] ?? ""
        sku = form["sku"] ?? ""
        locale = form["locale"] ?? NewApp.usualLocale
        policies = PolicyChoice.all(form.policy ?? .oneReviewer)
    }
}
