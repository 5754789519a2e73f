// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage
internal import SystemSupport

struct BuildContent: ConsoleContent {
    struct Review: Sendable {
        let id: String
        let state: StateWord
        let submitted: String
        /// What the reviewer has said.
        let message: String?

        init(_ review: BetaReview) {
            id = review.id
            state = StateWord(review.state)
            submitted = review.submittedAt.description
            message = review.message
        }
    }

    static let template = "build"
    let title: String
    let trail: [PageLink]
    let id: String
    let state: StateWord
    let isProcessing: Bool
    let awaitsUpload: Bool
    let problems: [Problem]
    let fileName: String
    let created: String
    let size: String
    let architecture: String?
    let installedSize: String?
    let sha256: String?
    let releases: [VersionContent.Release]
    /// The newest first.
    let reviews: [Review]
    /// The version of the app that it goes with.
    let appVersion: PageLink?
    /// Whether external testers may get it next.
    let maySubmit: Bool
    let problem: String?

    init(
        _ build: HostedBuild, of app: HostedApp, _ reviews: [BetaReview], appVersion: AppStoreVersionSummary?,
        maySubmit: Bool, problem: String?
    ) {
        title = "Build " + BuildRow.name(of: build)
        trail =
            PageLink.trail(to: app) + [
                PageLink(name: "Builds", path: "/apps/\(app.id)/builds")
            ]
        id = build.id
        state = StateWord(build.state)
        isProcessing = build.state == .processing
        awaitsUpload = build.state == .awaitingUpload
        problems = build.problems.errors + build.problems.warnings
        fileName = build.fileName
        created = build.createdAt.description
        size = ByteCount.text(build.size)
        architecture = build.archive.map { $0.architecture ?? "any processor" }
        installedSize = build.archive.map { ByteCount.text($0.installedSize) }
        sha256 = build.archive?.sha256
        releases = ReleaseContext.allCases.compactMap { context in
            build.releases.state(in: context).map { VersionContent.Release(title: context.title, state: StateWord($0)) }
        }
        self.reviews = reviews.map { Review($0) }
        self.appVersion = appVersion.map {
            PageLink(name: $0.version.versionString, path: "/app-versions/\($0.version.id)")
        }
        self.maySubmit = maySubmit && build.releases.externalBeta == .readyForBetaSubmission
        self.problem = problem
    }
}
