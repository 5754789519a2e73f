// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// What happens to a submission as a whole.
    package enum ReviewAction: Hashable, Sendable {
        case submit
        case cancel
        /// A reviewer begins.
        case beginReview
    }

    /// What happens to one item.
    package enum ReviewItemAction: Hashable, Sendable {
        case remove
        case resolve
        /// A reviewer's verdict.
        case decide(accepts: Bool)
    }

    // MARK: Reading

    package func review(_ id: String) async throws(StorageError) -> ReviewSummary? {
        try await database.read { (connection) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM review_submissions WHERE id = \(id)") else { return nil }
            return try ReviewSummary.summaries(of: [try HostedReview(row)], in: connection).first
        }
    }

    /// What reviewers have said of the items of a submission, by the identifiers of these.
    package func messages(ofReview id: String) async throws(StorageError) -> [String: String] {
        try await database.read { (connection) throws(StorageError) in
            let rows = try connection.rows(
                "SELECT id, message FROM review_items WHERE submission_id = \(id) AND message IS NOT NULL")
            var messages: [String: String] = [:]
            for row in rows { messages[try row.text("id")] = try row.text("message") }
            return messages
        }
    }

    /// What reviewers have said of a version, the last word first.
    package func messages(ofVersion id: String) async throws(StorageError) -> [String] {
        try await database.read { (connection) throws(StorageError) in
            let rows = try connection.rows(
                """
                SELECT message, submitted_at AS time FROM beta_reviews WHERE version_id = \(id) AND message IS NOT NULL
                UNION ALL
                SELECT i.message, COALESCE(s.submitted_at, 0) AS time FROM review_items i
                    JOIN review_submissions s ON s.id = i.submission_id
                WHERE i.version_id = \(id) AND i.message IS NOT NULL
                ORDER BY time DESC
                """)
            var messages: [String] = []
            for row in rows { messages.append(try row.text("message")) }
            return messages
        }
    }

    /// The submission that an item is of.
    package func review(ofItem id: String) async throws(StorageError) -> ReviewSummary? {
        try await database.read { (connection) throws(StorageError) in
            let row = try connection.row(
                """
                SELECT s.* FROM review_submissions s JOIN review_items i ON i.submission_id = s.id WHERE i.id = \(id)
                """)
            guard let row else { return nil }
            return try ReviewSummary.summaries(of: [try HostedReview(row)], in: connection).first
        }
    }

    /// The submissions that a version of the app, or of a pack, is or was in, the newest first.
    ///
    /// - `id`: of the version.
    package func reviews(ofVersion id: String) async throws(StorageError) -> [ReviewSummary] {
        try await database.read { (connection) throws(StorageError) in
            let rows = try connection.rows(
                """
                SELECT * FROM review_submissions
                WHERE id IN (SELECT submission_id FROM review_items WHERE version_id = \(id))
                ORDER BY created_at DESC, id DESC
                """)
            var reviews: [HostedReview] = []
            for row in rows { reviews.append(try HostedReview(row)) }
            return try ReviewSummary.summaries(of: reviews, in: connection)
        }
    }

    package func reviews(_ listing: ReviewListing) async throws(StorageError) -> Page<ReviewSummary> {
        try await database.read { (connection) throws(StorageError) in
            let page = try connection.page(
                "SELECT * FROM review_submissions", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try HostedReview(row) }
            return Page(try ReviewSummary.summaries(of: page.elements, in: connection), hasMore: page.hasMore)
        }
    }

    // MARK: Changing

    /// Begins to put a submission together.
    ///
    /// - `platform`: nil for what is for Linux only.
    package func createReview(
        appID: String, platform: ApplePlatform?, by creatorID: String
    ) async throws(StorageError) -> ReviewSummary {
        let review = HostedReview(
            id: makeID(), appID: appID, platform: platform, updaterID: creatorID, createdAt: now())
        return try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM apps WHERE id = \(appID)") != nil else {
                throw .refused(.relatedNotFound(relationship: "app", type: "apps", id: appID))
            }
            try Self.refuseOthers(of: review, in: connection) { other, _ in other.state == .readyForReview }
            try review.insert(into: connection)
            try audit.note(
                .createReview, app: appID, Self.nameOfReview([]), detail: platform?.rawValue ?? "Linux", in: connection)
            try audit.made(review.id, in: connection)
            return ReviewSummary(review: review, items: [])
        }
    }

    /// Submits a submission, calls it off, or begins to review it. By the automatic policy what is submitted is approved.
    ///
    /// - `actorID`: who does it.
    /// - Returns: the submission, and what has become of the releases of its items.
    package func change(
        reviewID: String, _ action: ReviewAction, by actorID: String
    ) async throws(StorageError) -> (summary: ReviewSummary, changes: [ReleaseChange]) {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            var state = try ReviewState(reviewID, in: connection)
            let names = try Self.names(of: state.submission.remaining, in: connection)
            var consequences: [ReviewConsequence] = []
            if action == .submit {
                let hasApp = Self.hasApp(state.submission.remaining)
                try Self.refuseOthers(of: state.review, in: connection) { other, items in
                    other.state.isUnderReview && Self.hasApp(items) == hasApp
                }
            }
            let policy = try Self.policy(of: state.review.appID, in: connection)
            if action == .beginReview { try Self.admit(actorID, to: state.review, in: connection) }
            do throws(ReviewError) {
                switch action {
                case .cancel: consequences = try state.submission.cancel()
                case .beginReview: consequences = try state.submission.beginReview()
                case .submit:
                    consequences = try state.submission.submit()
                    state.noteSubmission(by: actorID, at: time)
                    if policy == .automatic { consequences += try Self.approve(&state.submission) }
                }
            } catch { throw .refused(.review(error)) }
            let changes = try state.save(consequences, by: actorID, in: connection, at: time, makeID: makeID)
            if action == .submit, policy != .automatic {
                try MailOutbox(connection: connection, time: time, makeID: makeID).addReview(
                    reviewID, of: names, ofApp: state.review.appID, in: .appStore, by: actorID)
            }
            let name: AuditAction =
                switch action {
                case .submit: .submitReview
                case .cancel: .cancelReview
                case .beginReview: .beginReview
                }
            try audit.note(
                name, app: state.review.appID, Self.nameOfReview(names), detail: state.review.state.rawValue,
                in: connection)
            return (state.summary, changes)
        }
    }

    /// Removes an item, says that it is mended, or decides on it. The first verdict begins the review, where nobody has before.
    ///
    /// - `message`: what a reviewer says of it.
    /// - Returns: the submission, and what has become of the releases of its items.
    package func change(
        itemID: String, _ action: ReviewItemAction, by actorID: String, message: String? = nil
    ) async throws(StorageError) -> (summary: ReviewSummary, changes: [ReleaseChange]) {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            var state = try ReviewState(ofItem: itemID, in: connection)
            let subject = state.submission.items.first { $0.id == itemID }?.subject
            var consequences: [ReviewConsequence] = []
            var hasBegun = false
            if case .decide = action {
                try Self.admit(actorID, to: state.review, in: connection)
                // With the verdict: of two reviewers neither finds that the other has begun meanwhile.
                if state.submission.state == .waitingForReview {
                    consequences = try Self.beginReview(&state, audit, in: connection)
                    hasBegun = true
                }
            }
            do throws(ReviewError) {
                switch action {
                case .remove: consequences += try state.submission.remove(itemID)
                case .resolve: consequences += try state.submission.resolve(itemID)
                case .decide(let accepts): consequences += try state.submission.decide(itemID, accepts: accepts)
                }
            } catch { throw .refused(.review(error)) }
            // Before what follows, with which members are told. What was said of an earlier try is not said of this one.
            if message != nil || action == .decide(accepts: false) {
                try connection.execute("UPDATE review_items SET message = \(message) WHERE id = \(itemID)")
            }
            let changes = try state.save(consequences, by: actorID, in: connection, at: time, makeID: makeID)
            let name: AuditAction =
                switch action {
                case .remove: .removeFromReview
                case .resolve: .resolveInReview
                case .decide(let accepts): accepts ? .acceptInReview : .rejectInReview
                }
            if let subject { try (hasBegun ? audit.following : audit).note(name, subject, in: connection) }
            return (state.summary, changes)
        }
    }

    private static func beginReview(
        _ state: inout ReviewState, _ audit: AuditLog, in connection: any SQLConnection
    ) throws(StorageError) -> [ReviewConsequence] {
        let names = try names(of: state.submission.remaining, in: connection)
        let consequences: [ReviewConsequence]
        do throws(ReviewError) { consequences = try state.submission.beginReview() } catch {
            throw .refused(.review(error))
        }
        try audit.note(
            .beginReview, app: state.review.appID, nameOfReview(names), detail: state.submission.state.rawValue,
            in: connection)
        return consequences
    }

    // MARK: Rules

    /// All that a reviewer does who has no objections.
    private static func approve(_ submission: inout ReviewSubmission) throws(ReviewError) -> [ReviewConsequence] {
        var consequences = try submission.beginReview()
        for item in submission.remaining { consequences += try submission.decide(item.id, accepts: true) }
        return consequences
    }

    private static func hasApp(_ items: [ReviewItem]) -> Bool {
        items.contains { if case .appVersion = $0.subject { true } else { false } }
    }

    static func policy(
        of appID: String, in connection: any SQLConnection
    ) throws(StorageError) -> ReviewPolicy {
        guard let row = try connection.row("SELECT review_policy FROM apps WHERE id = \(appID)") else {
            throw .unexpected("a submission is of no app: \(appID)")
        }
        return try row.raw("review_policy")
    }

    private static func admit(
        _ reviewerID: String, to review: HostedReview, in connection: any SQLConnection
    ) throws(StorageError) {
        try admit(
            reviewerID, toDecideOnWhatWasSubmittedBy: review.submitterID, ofApp: review.appID, in: connection)
    }

    /// - Throws: when the policy of the app has somebody else decide.
    static func admit(
        _ reviewerID: String, toDecideOnWhatWasSubmittedBy submitterID: String?, ofApp appID: String,
        in connection: any SQLConnection
    ) throws(StorageError) {
        let policy = try policy(of: appID, in: connection)
        guard let submitterID else { return }
        let (reviewer, submitter) = (
            try person(behind: reviewerID, in: connection), try person(behind: submitterID, in: connection)
        )
        guard policy.allows(reviewer: reviewer, toDecideOnWhatWasSubmittedBy: submitter) else {
            throw .refused(.review(.ownSubmission))
        }
    }

    /// Whether one person is behind two IDs of members and keys.
    package func isOnePerson(_ id: String, _ other: String) async throws(StorageError) -> Bool {
        try await database.read { (connection) throws(StorageError) in
            try Self.person(behind: id, in: connection) == Self.person(behind: other, in: connection)
        }
    }

    /// The member who has made a key of the team: one person with a key of their own making has two eyes still.
    private static func person(behind id: String, in connection: any SQLConnection) throws(StorageError) -> String {
        let row = try connection.row("SELECT COALESCE(member_id, made_by) AS person FROM api_keys WHERE id = \(id)")
        return try row?.optionalText("person") ?? id
    }

    /// - Throws: when another submission of the same app and platform stands in the way.
    private static func refuseOthers(
        of review: HostedReview, in connection: any SQLConnection,
        where isInTheWay: (HostedReview, [ReviewItem]) -> Bool
    ) throws(StorageError) {
        let rows = try connection.rows(
            """
            SELECT * FROM review_submissions
            WHERE app_id = \(review.appID) AND id <> \(review.id)
                AND state <> \(ReviewSubmissionState.complete.rawValue)
            ORDER BY created_at, id
            """)
        var others: [HostedReview] = []
        for row in rows { others.append(try HostedReview(row)) }
        for other in try ReviewSummary.summaries(of: others.filter { $0.platform == review.platform }, in: connection)
        where isInTheWay(other.review, other.items.filter { $0.state != .removed }) {
            throw .refused(.review(.otherSubmission(id: other.review.id, other.review.state)))
        }
    }
}
