// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is reviewed together, from the first item to the end (hosting-api 3.4). Each change tells what follows for the releases
/// of its items, in the order of the items.
package struct ReviewSubmission: Hashable, Sendable {
    /// Asset packs of one submission.
    package static let largestPackCount = 10

    package private(set) var state: ReviewSubmissionState
    package private(set) var items: [ReviewItem]

    package init(state: ReviewSubmissionState = .readyForReview, items: [ReviewItem] = []) {
        self.state = state
        self.items = items
    }

    /// Those that are not taken out.
    package var remaining: [ReviewItem] { items.filter { $0.state != .removed } }

    // MARK: The developer

    package mutating func add(_ subject: ReviewSubject, id: String) throws(ReviewError) -> [ReviewConsequence] {
        guard state == .readyForReview else { throw .submitted(state) }
        guard !remaining.contains(where: { $0.subject.id == subject.id }) else { throw .duplicate(subject) }
        if case .packVersion(_, let packID) = subject {
            let packs = remaining.compactMap { item -> String? in
                if case .packVersion(_, let other) = item.subject { other } else { nil }
            }
            guard !packs.contains(packID) else { throw .otherVersionOfPack(packID: packID) }
            guard packs.count < Self.largestPackCount else { throw .tooManyPacks(limit: Self.largestPackCount) }
        }
        items.append(ReviewItem(id: id, subject: subject))
        return [ReviewConsequence(subject, .add)]
    }

    /// Takes an item out: before the submission as if it had never been there, after it for good.
    package mutating func remove(_ id: String) throws(ReviewError) -> [ReviewConsequence] {
        let index = try index(of: id)
        let subject = items[index].subject
        if state == .readyForReview {
            items.remove(at: index)
            return [ReviewConsequence(subject, .withdraw)]
        }
        guard state.isUnderReview, state != .completing, state != .canceling else {
            throw .illegal(
                IllegalTransition(machine: "ReviewSubmissionState", state: state.rawValue, event: "remove"))
        }
        try apply(.remove, at: index)
        let consequences = [ReviewConsequence(subject, .withdraw)]
        if remaining.isEmpty {
            try apply(.empty)
            return consequences
        }
        return consequences + (state == .waitingForReview ? [] : try conclude())
    }

    /// What a reviewer objected to is said to be mended.
    package mutating func resolve(_ id: String) throws(ReviewError) -> [ReviewConsequence] {
        let index = try index(of: id)
        try apply(.resolve, at: index)
        return [ReviewConsequence(items[index].subject, .add)]
    }

    /// For the first time, or again when nothing is rejected any more.
    package mutating func submit() throws(ReviewError) -> [ReviewConsequence] {
        // What has ended is no better for something in it.
        guard !remaining.isEmpty || state != .readyForReview else { throw .empty }
        if let rejected = items.first(where: { $0.state == .rejected }) { throw .unresolved(itemID: rejected.id) }
        try apply(.submit)
        return consequences(.submit, of: [.readyForReview])
    }

    /// Calls it off. `finish()` ends it.
    package mutating func cancel() throws(ReviewError) -> [ReviewConsequence] {
        try apply(.cancel)
        let consequences = remaining.map { ReviewConsequence($0.subject, .withdraw) }
        for index in items.indices where items[index].state != .removed { try apply(.remove, at: index) }
        return consequences
    }

    // MARK: The reviewer

    package mutating func beginReview() throws(ReviewError) -> [ReviewConsequence] {
        try apply(.beginReview)
        return consequences(.beginReview, of: [.readyForReview])
    }

    /// The verdict on one item. With the last one the submission is approved, or has issues.
    package mutating func decide(_ id: String, accepts: Bool) throws(ReviewError) -> [ReviewConsequence] {
        guard state == .inReview else {
            throw .illegal(
                IllegalTransition(
                    machine: "ReviewSubmissionState", state: state.rawValue, event: accepts ? "accept" : "reject"))
        }
        let index = try index(of: id)
        try apply(accepts ? .accept : .reject, at: index)
        return try [ReviewConsequence(items[index].subject, accepts ? .accept : .reject)] + conclude()
    }

    // MARK: The end

    /// All that follows from the approval or the cancellation has been done.
    package mutating func finish() throws(ReviewError) { try apply(.complete) }

    // MARK: Parts

    /// Ends the review when each item that is left has its verdict.
    private mutating func conclude() throws(ReviewError) -> [ReviewConsequence] {
        let states = remaining.map(\.state)
        guard !states.contains(.readyForReview) else { return [] }
        guard !states.contains(.rejected) else {
            if state == .inReview { try apply(.reject) }
            return []
        }
        try apply(.approve)
        let consequences = consequences(.approve, of: [.accepted])
        for index in items.indices where items[index].state == .accepted { try apply(.approve, at: index) }
        return consequences
    }

    private func consequences(
        _ event: AppStoreReleaseState.Event, of states: Set<ReviewItemState>
    ) -> [ReviewConsequence] {
        items.filter { states.contains($0.state) }.map { ReviewConsequence($0.subject, event) }
    }

    private func index(of id: String) throws(ReviewError) -> Int {
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw .itemNotFound(id) }
        return index
    }

    private mutating func apply(_ event: ReviewSubmissionState.Event) throws(ReviewError) {
        do { try state.apply(event) } catch { throw .illegal(error) }
    }

    private mutating func apply(_ event: ReviewItemState.Event, at index: Int) throws(ReviewError) {
        do { try items[index].state.apply(event) } catch { throw .illegal(error) }
    }
}
