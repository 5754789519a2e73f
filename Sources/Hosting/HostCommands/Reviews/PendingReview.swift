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
    /// Packs with the numbers of their versions, and the app with that of its build.
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
            let waiting = summary.items.filter { $0.state == .readyForReview }
            pending.append(
                PendingReview(
                    id: summary.review.id, bundleID: apps[summary.review.appID] ?? summary.review.appID,
                    context: ReleaseContext.appStore.title, state: summary.review.state.rawValue,
                    submittedDate: summary.review.submittedAt?.description ?? "",
                    items: try await names(of: waiting, in: store)))
        }
        var betaListing = BetaReviewListing(limit: 200)
        betaListing.states = [.waitingForReview, .inReview]
        for review in try await store.betaReviews(betaListing).elements {
            pending.append(
                PendingReview(
                    id: review.id, bundleID: apps[review.appID] ?? review.appID,
                    context: ReleaseContext.externalBeta.title, state: review.state.rawValue,
                    submittedDate: review.submittedAt.description,
                    items: try await names(of: review.subject, in: store)))
        }
        return pending
    }

    private static func names(of items: [ReviewItem], in store: HostStore) async throws(StorageError) -> [String] {
        var (packs, apps): ([String], [String]) = ([], [])
        for item in items {
            switch item.subject {
            case .packVersion(let id, _): packs.append(id)
            case .appVersion(let id): apps.append(id)
            }
        }
        return try await store.appStoreVersions(apps).map { "the app \($0.version.versionString)" }
            + store.versions(packs).map(\.name)
    }

    private static func names(
        of subject: BetaReviewSubject, in store: HostStore
    ) async throws(StorageError) -> [String] {
        switch subject {
        case .packVersion(let id): try await store.versions([id]).map(\.name)
        case .build(let id):
            try await store.build(id)?.archive.map { ["the app \($0.version) (\($0.build))"] } ?? []
        }
    }
}

extension VersionSummary {
    /// `Tutorial 2`.
    fileprivate var name: String { "\(pack.identifier) \(version.number)" }
}
