// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct BuildsContent: ConsoleContent {
    static let template = "builds"
    let title = "Builds"
    let trail: [PageLink]
    let appID: String
    let contexts = ReleaseContext.allCases.map(\.title)
    let builds: [BuildRow]
    /// The query of the page after this one.
    let next: String?
    let mayUpload: Bool
    let problem: String?

    init(_ page: Page<HostedBuild>, of app: HostedApp, mayUpload: Bool, problem: String?) {
        trail = PageLink.trail(to: app)
        appID = app.id
        builds = page.elements.map { BuildRow($0) }
        next = PagePlace.next(after: page) { ($0.createdAt, $0.id) }
        self.mayUpload = mayUpload
        self.problem = problem
    }
}
