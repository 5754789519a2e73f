// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct AppVersionContent: ConsoleContent {
    struct Review: Sendable {
        let id: String
        let state: StateWord
        let submitted: String?

        init(_ summary: ReviewSummary) {
            id = summary.review.id
            state = StateWord(summary.review.state)
            submitted = summary.review.submittedAt?.description
        }
    }

    static let template = "app-version"
    let title: String
    let trail: [PageLink]
    let id: String
    let state: StateWord
    let platform: String
    let created: String
    let build: PageLink?
    let builds: [BuildChoice]
    /// The submissions that it is or was in.
    let reviews: [Review]
    /// What reviewers have said.
    let messages: [String]
    /// Whether its build may be another one.
    let mayChange: Bool
    /// Whether it can be added to a submission.
    let maySubmit: Bool
    let problem: String?

    /// - `builds`: those that it may go with.
    init(
        _ summary: AppStoreVersionSummary, of app: HostedApp, builds: [HostedBuild], _ reviews: [ReviewSummary],
        messages: [String], maySubmit: Bool, problem: String?
    ) {
        let row = AppVersionRow(summary)
        title = "\(app.name) \(row.name)"
        trail =
            PageLink.trail(to: app) + [
                PageLink(name: "Versions of the app", path: "/apps/\(app.id)/versions")
            ]
        (id, state, platform, created, build) = (row.id, row.state, row.platform, row.created, row.build)
        self.builds = builds.map { BuildChoice($0, chosen: summary.build?.id) }
        self.reviews = reviews.map { Review($0) }
        self.messages = messages
        mayChange = maySubmit && summary.state == .prepareForSubmission
        self.maySubmit = mayChange && summary.build != nil
        self.problem = problem
    }
}
