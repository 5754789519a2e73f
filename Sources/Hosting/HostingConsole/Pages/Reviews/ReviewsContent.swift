// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct ReviewsContent: ConsoleContent {
    struct Row: Sendable {
        let id: String
        let app: String
        let context: String
        let state: StateWord
        let submitted: String
        /// Whether a reviewer is waited for.
        let waits: Bool

        init(_ summary: ReviewSummary, of app: HostedApp) {
            let review = summary.review
            id = review.id
            self.app = app.name
            context = ReleaseContext.appStore.title
            state = StateWord(review.state)
            submitted = review.submittedAt?.description ?? ""
            waits = review.state == .waitingForReview || review.state == .inReview
        }

        init(_ review: BetaReview, of app: HostedApp) {
            id = review.id
            self.app = app.name
            context = ReleaseContext.externalBeta.title
            state = StateWord(review.state)
            submitted = review.submittedAt.description
            waits = review.state == .waitingForReview || review.state == .inReview
        }
    }

    static let template = "reviews"
    let title = "Reviews"
    let waiting: [Row]
    let others: [Row]

    init(_ rows: [Row]) {
        waiting = rows.filter(\.waits)
        others = rows.filter { !$0.waits }
    }
}
