// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Reads the submissions of both kinds as one list.
struct ReviewListReading: Sendable {
    private static let batch = 200

    /// Those whose submissions are wanted; nil for all.
    let appIDs: [String]?

    /// A row with its place in the list.
    private struct Placed {
        let time: Int64
        let id: String
        let row: ReviewsContent.Row
    }

    /// All that wait for a reviewer, what waits longest first.
    func waiting(in store: HostStore) async throws(StorageError) -> [ReviewsContent.Row] {
        var placed: [Placed] = []
        var (after, betaAfter): ([SQLValue]?, [SQLValue]?) = (nil, nil)
        repeat {
            let (reviews, betaReviews) = try await read(
                isWaiting: true, after: after, betaAfter: betaAfter, limit: Self.batch, in: store)
            placed += try await rows(of: reviews.elements, betaReviews.elements, in: store)
            after = reviews.hasMore ? reviews.elements.last.map { Self.place(of: $0) } : Self.end
            betaAfter = betaReviews.hasMore ? betaReviews.elements.last.map { Self.place(of: $0) } : Self.end
        } while after != Self.end || betaAfter != Self.end
        return placed.sorted { ($0.row.submitted, $0.id) < ($1.row.submitted, $1.id) }.map(\.row)
    }

    /// The others, the newest first.
    ///
    /// - `place`: where the page before this one ended.
    /// - Returns: with the query of the page after this one.
    func page(
        before place: PagePlace?, in store: HostStore
    ) async throws(StorageError) -> (rows: [ReviewsContent.Row], next: String?) {
        let (reviews, betaReviews) = try await read(
            isWaiting: false, after: place?.values, betaAfter: place?.values, limit: AppPages.pageSize, in: store)
        let all = try await rows(of: reviews.elements, betaReviews.elements, in: store)
            .sorted { ($0.time, $0.id) > ($1.time, $1.id) }
        let shown = all.prefix(AppPages.pageSize)
        let hasMore = all.count > shown.count || reviews.hasMore || betaReviews.hasMore
        let next = hasMore ? shown.last.map { PagePlace(time: $0.time, id: $0.id).query } : nil
        return (shown.map(\.row), next)
    }

    /// Before all that there is.
    private static let end: [SQLValue] = [.integer(0), .text("")]

    private static func place(of summary: ReviewSummary) -> [SQLValue] {
        [.integer(summary.review.createdAt.milliseconds), .text(summary.review.id)]
    }

    private static func place(of review: BetaReview) -> [SQLValue] {
        [.integer(review.submittedAt.milliseconds), .text(review.id)]
    }

    private func read(
        isWaiting: Bool, after: [SQLValue]?, betaAfter: [SQLValue]?, limit: Int, in store: HostStore
    ) async throws(StorageError) -> (Page<ReviewSummary>, Page<BetaReview>) {
        let waiting: Set<ReviewSubmissionState> = [.waitingForReview, .inReview]
        let betaWaiting: Set<BetaReviewState> = [.waitingForReview, .inReview]
        var listing = ReviewListing(appIDs: appIDs, limit: limit)
        listing.states = ReviewSubmissionState.allCases.filter { waiting.contains($0) == isWaiting }
        listing.after = after
        var betaListing = BetaReviewListing(limit: limit)
        betaListing.appIDs = appIDs
        betaListing.states = BetaReviewState.allCases.filter { betaWaiting.contains($0) == isWaiting }
        betaListing.after = betaAfter
        return (try await store.reviews(listing), try await store.betaReviews(betaListing))
    }

    private func rows(
        of reviews: [ReviewSummary], _ betaReviews: [BetaReview], in store: HostStore
    ) async throws(StorageError) -> [Placed] {
        let names = try await store.names(of: reviews, betaReviews)
        var apps: [String: HostedApp] = [:]
        for id in Set(reviews.map(\.review.appID) + betaReviews.map(\.appID)) { apps[id] = try await store.app(id) }
        return reviews.compactMap { summary in
            apps[summary.review.appID].map { app in
                Placed(
                    time: summary.review.createdAt.milliseconds, id: summary.review.id,
                    row: ReviewsContent.Row(summary, of: app, names[summary.review.id] ?? []))
            }
        }
            + betaReviews.compactMap { review in
                apps[review.appID].map { app in
                    Placed(
                        time: review.submittedAt.milliseconds, id: review.id,
                        row: ReviewsContent.Row(review, of: app, names[review.id] ?? []))
                }
            }
    }
}
