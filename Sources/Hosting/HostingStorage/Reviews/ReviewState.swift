// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A submission with all that its changes lead to, inside a transaction that may make them.
struct ReviewState {
    private(set) var review: HostedReview
    var submission: ReviewSubmission
    private let savedItems: [ReviewItem]

    init(_ review: HostedReview, in connection: any SQLConnection) throws(StorageError) {
        guard let summary = try ReviewSummary.summaries(of: [review], in: connection).first else {
            throw .unexpected("a submission has no summary: \(review.id)")
        }
        self.review = review
        submission = ReviewSubmission(state: review.state, items: summary.items)
        savedItems = summary.items
    }

    /// - Throws: `notFound`.
    init(_ id: String, in connection: any SQLConnection) throws(StorageError) {
        guard let row = try connection.row("SELECT * FROM review_submissions WHERE id = \(id)") else {
            throw .refused(.notFound(type: "reviewSubmissions", id: id))
        }
        try self.init(try HostedReview(row), in: connection)
    }

    /// - `item`: the identifier of one of its items.
    init(ofItem item: String, in connection: any SQLConnection) throws(StorageError) {
        guard let row = try connection.row("SELECT submission_id FROM review_items WHERE id = \(item)") else {
            throw .refused(.notFound(type: "reviewSubmissionItems", id: item))
        }
        try self.init(try row.text("submission_id"), in: connection)
    }

    var summary: ReviewSummary { ReviewSummary(review: review, items: submission.items) }

    /// Somebody has submitted it.
    mutating func noteSubmission(by id: String, at time: Timestamp) {
        review.submittedAt = time
        review.submitterID = id
    }

    /// Records what has become of it, and of the releases of its items.
    ///
    /// - `updaterID`: who has done it.
    /// - Returns: what has changed in which context, of each pack.
    mutating func save(
        _ consequences: [ReviewConsequence], by updaterID: String, in connection: any SQLConnection,
        at time: Timestamp, makeID: @escaping () -> String
    ) throws(StorageError) -> [ReleaseChange] {
        let changes = try Self.apply(consequences, in: connection, at: time, makeID: makeID)
        // All that follows from its end has been done by now.
        if submission.state == .completing || submission.state == .canceling {
            do throws(ReviewError) { try submission.finish() } catch { throw .refused(.review(error)) }
        }
        review.state = submission.state
        review.updaterID = updaterID
        try review.update(in: connection)
        try saveItems(in: connection)
        return changes
    }

    private func saveItems(in connection: any SQLConnection) throws(StorageError) {
        for item in savedItems where !submission.items.contains(where: { $0.id == item.id }) {
            try connection.execute("DELETE FROM review_items WHERE id = \(item.id)")
        }
        for (position, item) in submission.items.enumerated() {
            let packID: String? = if case .packVersion(_, let packID) = item.subject { packID } else { nil }
            try connection.execute(
                """
                INSERT INTO review_items (id, submission_id, position, version_id, background_asset_id, state)
                VALUES (\(item.id), \(review.id), \(position), \(item.subject.id), \(packID), \(item.state.rawValue))
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, state = excluded.state
                """)
        }
    }

    /// The releases of the packs of these items change with them.
    private static func apply(
        _ consequences: [ReviewConsequence], in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) -> [ReleaseChange] {
        var changes: [ReleaseChange] = []
        for consequence in consequences {
            do throws(StorageError) {
                guard case .packVersion(let versionID, _) = consequence.subject else {
                    let news = BuildNews(connection: connection, time: time, makeID: makeID)
                    try change(appVersion: consequence.subject.id, consequence.event, news)
                    continue
                }
                changes += try HostStore.changeReleases(ofVersion: versionID, in: connection, at: time, makeID: makeID)
                {
                    (releases, number) throws(ReleaseError) in
                    let change = try releases.apply(consequence.event, to: number)
                    // What is approved is live without any more ado.
                    return [change]
                        + (consequence.event == .approve ? try releases.publish(number, in: .appStore) : [])
                }
            } catch {
                switch error {
                case .refused(.release(.illegal)), .refused(.build(.illegal)):
                    guard consequence.event == .add else { throw error }
                    throw .refused(.review(.inOtherSubmission(consequence.subject)))
                default: throw error
                }
            }
        }
        return changes
    }

    /// The build of a version of the app changes with it.
    private static func change(
        appVersion id: String, _ event: AppStoreReleaseState.Event, _ news: BuildNews
    ) throws(StorageError) {
        guard let row = try news.connection.row("SELECT * FROM app_store_versions WHERE id = \(id)") else {
            throw .unexpected("a submission has a version of the app that is not there: \(id)")
        }
        guard let buildID = try AppStoreVersion(row).buildID else { throw .refused(.build(.missing)) }
        try HostStore.changeBuild(buildID, event, news)
    }
}
