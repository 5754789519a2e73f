// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage
internal import SystemSupport

struct VersionContent: ConsoleContent {
    struct Release: Sendable {
        let title: String
        let state: StateWord
    }

    /// A submission that it is or was in.
    struct Submission: Sendable {
        let id: String
        let context: String
        let state: StateWord

        init(_ summary: ReviewSummary) {
            id = summary.review.id
            context = ReleaseContext.appStore.title
            state = StateWord(summary.review.state)
        }

        init(_ review: BetaReview) {
            id = review.id
            context = ReleaseContext.externalBeta.title
            state = StateWord(review.state)
        }
    }

    static let template = "version"
    let title: String
    let trail: [PageLink]
    let id: String
    let state: StateWord
    let awaitsUpload: Bool
    let isProcessing: Bool
    let created: String
    let size: String?
    let installedSize: String?
    let platforms: String?
    /// Those of the app that get it; nil for all.
    let appVersions: String?
    /// Whether it is for devices with a token alone.
    let isPrivate: Bool
    let isFailed: Bool
    let locale: String?
    let sha256: String?
    let problems: [Problem]
    let releases: [Release]
    let submissions: [Submission]
    let difference: FileDifference?
    /// What reviewers have said.
    let messages: [String]
    /// Whether external testers may get it next.
    let maySubmitForBeta: Bool
    /// The same, for everybody.
    let maySubmit: Bool
    let problem: String?

    init(
        _ summary: VersionSummary, of app: HostedApp, _ difference: FileDifference?, _ submissions: [Submission],
        messages: [String], maySubmit: Bool, problem: String?
    ) {
        let version = summary.version
        title = "\(summary.pack.identifier) \(version.number)"
        trail =
            PageLink.trail(to: app) + [
                PageLink(name: summary.pack.identifier, path: "/packs/\(summary.pack.id)")
            ]
        id = version.id
        state = StateWord(version.state)
        awaitsUpload = version.state == .awaitingUpload
        isProcessing = version.state == .processing
        created = version.createdAt.description
        size = summary.files[.asset].map { ByteCount.text($0.size) }
        installedSize = version.installedSize.map { ByteCount.text($0) }
        // They are known of what has been read.
        platforms =
            version.state == .complete
            ? version.platforms.isEmpty ? "all" : version.platforms.map(\.rawValue).joined(separator: ", ") : nil
        appVersions = version.appVersions.words
        isPrivate = summary.pack.isPrivate
        isFailed = version.state == .failed
        locale = version.locale
        sha256 = summary.files[.asset]?.sha256
        problems = version.problems.errors + version.problems.warnings
        releases = ReleaseContext.allCases.compactMap { context in
            summary.releases[context].map { Release(title: context.title, state: StateWord($0.state)) }
        }
        self.submissions = submissions
        self.difference = difference
        self.messages = messages
        func isIn(_ context: ReleaseContext, _ state: String) -> Bool {
            maySubmit && summary.pack.archivedAt == nil && summary.releases[context]?.state == state
        }
        maySubmitForBeta = isIn(.externalBeta, ExternalBetaReleaseState.readyForBetaSubmission.rawValue)
        self.maySubmit = isIn(.appStore, AppStoreReleaseState.prepareForSubmission.rawValue)
        self.problem = problem
    }
}
