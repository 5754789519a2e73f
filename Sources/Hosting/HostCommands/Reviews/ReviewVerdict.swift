// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What a reviewer at this machine says of a submission.
struct ReviewVerdict: Sendable {
    let accepts: Bool
    /// The packs that it is about; all that have none yet without it.
    let packs: [String]
    /// What whoever has submitted it reads.
    let message: String?

    /// As submissions know who is at this machine, and uses no key.
    private static let reviewerID = "local"

    /// - `id`: that of a submission, of either kind.
    /// - Returns: the state that it has then.
    /// - Throws: `notFound` for one that is not there, `notWaiting` for a pack that waits for no verdict in it.
    func give(on id: String, in store: HostStore) async throws(StorageError) -> String {
        if let review = try await store.betaReview(id) { return try await give(on: review, in: store) }
        guard var summary = try await store.review(id) else {
            throw .refused(.notFound(type: "reviewSubmissions", id: id))
        }
        let waiting = try await itemsByPack(of: summary, in: store)
        if let missing = packs.first(where: { waiting[$0] == nil }) {
            throw .refused(.review(.notWaiting(pack: missing)))
        }
        let items =
            packs.isEmpty
            ? summary.items.filter { $0.state == .readyForReview }.map(\.id) : packs.compactMap { waiting[$0] }
        guard !items.isEmpty else {
            throw .refused(
                .review(
                    .illegal(
                        IllegalTransition(
                            machine: "ReviewSubmissionState", state: summary.review.state.rawValue,
                            event: accepts ? "approve" : "reject"))))
        }
        for item in items {
            summary = try await store.change(
                itemID: item, .decide(accepts: accepts), by: Self.reviewerID, message: message
            )
            .summary
        }
        return summary.review.state.rawValue
    }

    private func give(on review: BetaReview, in store: HostStore) async throws(StorageError) -> String {
        try await store.change(
            betaReviewID: review.id, accepts ? .approve : .reject, by: Self.reviewerID, message: message
        ).review.state.rawValue
    }

    /// The items without a verdict, by the identifiers of their packs.
    private func itemsByPack(
        of summary: ReviewSummary, in store: HostStore
    ) async throws(StorageError) -> [String: String] {
        let items = summary.items.filter { $0.state == .readyForReview }
        let versions = try await store.versions(items.map(\.subject.id))
        var found: [String: String] = [:]
        for item in items {
            if let version = versions.first(where: { $0.version.id == item.subject.id }) {
                found[version.pack.identifier] = item.id
            }
        }
        return found
    }
}
