// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct ReviewContent: ConsoleContent {
    struct Item: Sendable {
        let id: String
        let name: String
        /// Its page.
        let path: String?
        let state: StateWord
        /// What the reviewer has said.
        let message: String?
        let difference: FileDifference?
        /// Whether it has no verdict yet.
        let waits: Bool
        let isRejected: Bool
        let isRemovable: Bool
        /// What a reviewer has written who could not decide then.
        var draft = ""
    }

    /// What whoever looks may do.
    struct Rights: Sendable {
        let mayReview: Bool
        let maySubmit: Bool
        /// Whether they have submitted it.
        let isOwn: Bool
    }

    static let template = "review"
    let title: String
    let trail = [PageLink(name: "Reviews", path: "/reviews")]
    /// An item has an `id` of its own.
    let reviewID: String
    let app: String
    let state: StateWord
    let submitted: String?
    let submitter: String?
    let platform: String?
    let items: [Item]
    /// Whether it is for the external test, which has one item.
    let isBeta: Bool
    let mayReview: Bool
    /// Whether it can be submitted now.
    let isOpen: Bool
    /// Whether something of it is rejected, and neither mended nor taken out: it is not submitted before that.
    let isUnresolved: Bool
    /// Whether it can be taken back, or called off.
    let isRevocable: Bool
    /// Whether items of it are taken out, or called mended.
    let isChangeable: Bool
    let maySubmit: Bool
    let needsAnother: Bool
    /// From where a device of the reviewer's installs the app with what is submitted; nil when it is over.
    let address: String?
    let problem: String?

    init(
        _ summary: ReviewSummary, of app: HostedApp, _ items: [Item], rights: Rights, people: [String: String],
        base: String, problem: String?
    ) {
        let review = summary.review
        title = "\(app.name) for \(Self.context(of: review))"
        reviewID = review.id
        self.app = app.name
        state = StateWord(review.state)
        submitted = review.submittedAt?.description
        submitter = review.submitterID.map { people[$0] ?? $0 }
        platform = review.platform.map { AppVersionRow.title(of: $0) }
        self.items = items
        isBeta = false
        let isOpen = [.readyForReview, .unresolvedIssues].contains(review.state)
        isUnresolved = isOpen && items.contains(where: \.isRejected)
        self.isOpen = isOpen && !isUnresolved && !summary.items.isEmpty
        isRevocable = [.waitingForReview, .unresolvedIssues].contains(review.state)
        isChangeable = isRevocable || review.state == .readyForReview
        needsAnother = app.reviewPolicy == .fourEyes && rights.isOwn
        mayReview = rights.mayReview && [.waitingForReview, .inReview].contains(review.state) && !needsAnother
        maySubmit = rights.maySubmit
        address = review.state == .complete ? nil : Self.address(of: review.id, app, base: base)
        self.problem = problem
    }

    init(
        _ review: BetaReview, of app: HostedApp, _ item: Item, rights: Rights, people: [String: String],
        base: String, problem: String?
    ) {
        title = "\(app.name) for \(ReleaseContext.externalBeta.title)"
        reviewID = review.id
        self.app = app.name
        state = StateWord(review.state)
        submitted = review.submittedAt.description
        submitter = people[review.submitterID] ?? review.submitterID
        platform = nil
        items = [item]
        isBeta = true
        isOpen = false
        isUnresolved = false
        isRevocable = item.waits
        isChangeable = false
        needsAnother = app.reviewPolicy == .fourEyes && rights.isOwn
        mayReview = rights.mayReview && item.waits && !needsAnother
        maySubmit = rights.maySubmit
        address = item.waits ? Self.address(of: review.id, app, base: base) : nil
        self.problem = problem
    }

    /// For whom, and on what: an app has one submission for each of its platforms.
    static func context(of review: HostedReview) -> String {
        ReleaseContext.appStore.title + (review.platform.map { ", \(AppVersionRow.title(of: $0))" } ?? "")
    }

    private static func address(of id: String, _ app: HostedApp, base: String) -> String {
        "\(base)/apps/\(app.bundleID)?context=\(Audience.review(submissionID: id).name)"
    }
}
