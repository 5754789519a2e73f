// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A submission that waits for a reviewer.
struct PendingReview: Encodable, Equatable {
    let id: String
    let bundleID: String
    /// Whom it is for: a context, as people call it.
    let context: String
    let state: String
    let submittedDate: String
    /// Packs with the numbers of their versions.
    let items: [String]
}

extension PendingReview {
    /// Those of all apps, the newest first.
    static func all(in store: HostStore) async throws(StorageError) -> [PendingReview] {
        let apps = Dictionary(try await store.allApps().map { ($0.id, $0.bundleID) }) { first, _ in first }
        var pending: [PendingReview] = []
        var listing = ReviewListing(limit: 200)
        listing.states = [.waitingForReview, .inReview]
        for summary in try await store.reviews(listing).elements {
            let ids = summary.items.filter { $0.state == .readyForReview }.map(\.subject.id)
            pending.append(
                PendingReview(
                    id: summary.review.id, bundleID: apps[summary.review.appID] ?? summary.review.appID,
                    context: ReleaseContext.appStore.title, state: summary.review.state.rawValue,
                    submittedDate: summary.review.submittedAt?.description ?? "",
                    items: try await store.versions(ids).map(\.name)))
        }
        var betaListing = BetaReviewListing(limit: 200)
        betaListing.states = [.waitingForReview, .inReview]
        for review in try await store.betaReviews(betaListing).elements {
            pending.append(
                PendingReview(
                    id: review.id, bundleID: apps[review.appID] ?? review.appID,
                    context: ReleaseContext.externalBeta.title, state: review.state.rawValue,
                    submittedDate: review.submittedAt.description,
                    items: try await store.versions([review.versionID]).map(\.name)))
        }
        return pending
    }
}

extension VersionSummary {
    /// `Tutorial 2`.
    fileprivate var name: String { "\(pack.identifier) \(version.number)" }
}
