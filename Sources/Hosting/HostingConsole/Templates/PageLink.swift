// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// A page by its name.
struct PageLink: Sendable {
    let name: String
    /// Behind the root.
    let path: String

    /// The list of all of them.
    static let apps = PageLink(name: "Apps", path: "/")

    /// From the list of apps to one of them.
    static func trail(to app: HostedApp) -> [PageLink] { [apps, PageLink(name: app.name, path: "/apps/\(app.id)")] }
}
