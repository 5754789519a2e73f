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
        /// What is reviewed, by name.
        let items: String
        let state: StateWord
        let submitted: String

        init(_ summary: ReviewSummary, of app: HostedApp, _ names: [String]) {
            let review = summary.review
            id = review.id
            self.app = app.name
            context = ReleaseContext.appStore.title
            items = names.joined(separator: ", ")
            state = StateWord(review.state)
            submitted = review.submittedAt?.description ?? ""
        }

        init(_ review: BetaReview, of app: HostedApp, _ names: [String]) {
            id = review.id
            self.app = app.name
            context = ReleaseContext.externalBeta.title
            items = names.joined(separator: ", ")
            state = StateWord(review.state)
            submitted = review.submittedAt.description
        }
    }

    static let template = "reviews"
    let title = "Reviews"
    let waiting: [Row]
    let others: [Row]
}
