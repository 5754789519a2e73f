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
    /// The query of the page after this one.
    let next: String?
    let mayCreate: Bool

    /// - `hasMore`: whether others come after these.
    init(_ apps: [Row], hasMore: Bool, mayCreate: Bool) {
        self.apps = apps
        next = hasMore ? apps.last.map { NamePlace(name: $0.name, id: $0.id).query } : nil
        self.mayCreate = mayCreate
    }
}
