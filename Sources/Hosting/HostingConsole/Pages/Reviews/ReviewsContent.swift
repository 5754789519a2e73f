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
            context = ReviewContent.context(of: review)
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
    let isFirst: Bool
    let waiting: [Row]
    /// nil for none.
    let waitingCount: Int?
    let others: [Row]
    /// The query of the page after this one.
    let next: String?

    /// - `waiting`: nil on pages after the first.
    init(waiting: [Row]?, others: [Row], next: String?) {
        isFirst = waiting != nil
        self.waiting = waiting ?? []
        waitingCount = self.waiting.isEmpty ? nil : self.waiting.count
        self.others = others
        self.next = next
    }
}
