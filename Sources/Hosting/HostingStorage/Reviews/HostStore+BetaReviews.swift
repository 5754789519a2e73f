// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

// Submissions for the external test: each is of one version of a pack, or of one build, and these are submitted once
// (hosting-api 3.3).
extension HostStore {
    package func betaReview(_ id: String) async throws(StorageError) -> BetaReview? {
        try await database.read { (connection) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM beta_reviews WHERE id = \(id)") else { return nil }
            return try BetaReview(row)
        }
    }

    package func betaReviews(_ listing: BetaReviewListing) async throws(StorageError) -> Page<BetaReview> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                "SELECT * FROM beta_reviews", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try BetaReview(row) }
        }
    }

    /// Submits a version of a pack, or a build, for the external test. By the automatic policy it is approved.
    ///
    /// - Returns: the submission, and what has become of the releases of its pack; nothing for a build.
    package func submitForBeta(
        _ subject: BetaReviewSubject, by submitterID: String
    ) async throws(StorageError) -> (review: BetaReview, changes: [ReleaseChange]) {
        let (id, time) = (makeID(), now())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            var review = BetaReview(
                id: id, subject: subject, appID: try Self.appID(of: subject, in: connection), submittedAt: time,
                submitterID: submitterID)
            var events: [ExternalBetaReleaseState.Event] = [.submit]
            let isAutomatic = try Self.policy(of: review.appID, in: connection) == .automatic
            if isAutomatic {
                events += [.beginReview, .approve]
                review.state = .approved
            }
            let changes = try Self.apply(events, to: subject, in: connection, at: time, makeID: makeID)
            try review.save(in: connection)
            try audit.note(.submitForBeta, subject, in: connection)
            try audit.made(id, in: connection)
            if !isAutomatic {
                try MailOutbox(connection: connection, time: time, makeID: makeID).addReview(
                    id, of: [try Self.name(of: subject, in: connection)], ofApp: review.appID, in: .externalBeta,
                    by: submitterID)
            }
            return (review, changes)
        }
    }

    /// The app that something is of.
    private static func appID(
        of subject: BetaReviewSubject, in connection: any SQLConnection
    ) throws(StorageError) -> String {
        switch subject {
        case .packVersion(let id):
            let row = try connection.row(
                """
                SELECT p.app_id FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
                WHERE v.id = \(id)
                """)
            guard let row else {
                throw .refused(
                    .relatedNotFound(relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: id))
            }
            return try row.text("app_id")
        case .build(let id):
            guard let build = try build(id, in: connection) else {
                throw .refused(.relatedNotFound(relationship: "build", type: "builds", id: id))
            }
            guard !build.isExpired else { throw .refused(.build(.expired)) }
            return build.appID
        }
    }

    /// Takes a submission back that has no verdict yet; nothing is left of it.
    package func withdrawFromBeta(_ id: String) async throws(StorageError) -> [ReleaseChange] {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            try Self.withdraw(Self.betaReview(id, in: connection), audit, in: connection, at: time, makeID: makeID)
        }
    }

    private static func withdraw(
        _ review: BetaReview, _ audit: AuditLog, in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) -> [ReleaseChange] {
        let changes = try apply([.withdraw], to: review.subject, in: connection, at: time, makeID: makeID)
        try connection.execute("DELETE FROM beta_reviews WHERE id = \(review.id)")
        try audit.note(.withdrawFromBeta, review.subject, in: connection)
        return changes
    }

    /// Takes what waits of a pack back.
    static func withdrawFromBeta(
        pack id: String, _ audit: AuditLog, in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) {
        let waiting = [BetaReviewState.waitingForReview, .inReview].map(\.rawValue)
        let rows = try connection.rows(
            """
            SELECT b.* FROM beta_reviews b JOIN versions v ON v.id = b.version_id
            WHERE v.background_asset_id = \(id) AND b.state IN (\(list: waiting))
            """)
        for row in rows {
            _ = try withdraw(try BetaReview(row), audit, in: connection, at: time, makeID: makeID)
        }
    }

    /// A reviewer begins, or decides, which begins the review where nobody has before.
    ///
    /// - `message`: what they say of it.
    /// - Returns: the submission, and what has become of the releases of its pack; nothing for a build.
    package func change(
        betaReviewID id: String, _ event: BetaReviewState.Event, by reviewerID: String, message: String? = nil
    ) async throws(StorageError) -> (review: BetaReview, changes: [ReleaseChange]) {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            var review = try Self.betaReview(id, in: connection)
            try Self.admit(
                reviewerID, toDecideOnWhatWasSubmittedBy: review.submitterID, ofApp: review.appID, in: connection)
            var events: [ExternalBetaReleaseState.Event] = []
            // With the verdict: of two reviewers neither finds that the other has begun meanwhile.
            let begins = event != .beginReview && review.state == .waitingForReview
            do throws(IllegalTransition) {
                if begins { try review.state.apply(.beginReview) }
                try review.state.apply(event)
            } catch {
                throw .refused(.review(.illegal(error)))
            }
            if begins {
                events.append(.beginReview)
                try audit.note(.beginBetaReview, review.subject, in: connection)
            }
            switch event {
            case .beginReview: events.append(.beginReview)
            case .approve: events.append(.approve)
            case .reject: events.append(.reject)
            }
            if let message {
                review.message = message
                // Members are told with what follows.
                try connection.execute("UPDATE beta_reviews SET message = \(message) WHERE id = \(id)")
            }
            let changes = try Self.apply(events, to: review.subject, in: connection, at: time, makeID: makeID)
            try review.save(in: connection)
            let action: AuditAction =
                switch event {
                case .beginReview: .beginBetaReview
                case .approve: .approveForBeta
                case .reject: .rejectForBeta
                }
            try (begins ? audit.following : audit).note(action, review.subject, in: connection)
            return (review, changes)
        }
    }

    private static func betaReview(
        _ id: String, in connection: any SQLConnection
    ) throws(StorageError) -> BetaReview {
        guard let row = try connection.row("SELECT * FROM beta_reviews WHERE id = \(id)") else {
            throw .refused(.notFound(type: "betaBackgroundAssetReviewSubmissions", id: id))
        }
        return try BetaReview(row)
    }

    private static func apply(
        _ events: [ExternalBetaReleaseState.Event], to subject: BetaReviewSubject, in connection: any SQLConnection,
        at time: Timestamp, makeID: @escaping () -> String
    ) throws(StorageError) -> [ReleaseChange] {
        let versionID: String
        switch subject {
        case .packVersion(let id): versionID = id
        case .build(let id):
            try changeBuild(id, events, BuildNews(connection: connection, time: time, makeID: makeID))
            return []
        }
        return try changeReleases(ofVersion: versionID, in: connection, at: time, makeID: makeID) {
            (releases, number) throws(ReleaseError) in
            var changes: [ReleaseChange] = []
            for event in events {
                changes.append(try releases.apply(event, to: number))
                // What is approved is live without any more ado.
                if event == .approve { changes += try releases.publish(number, in: .externalBeta) }
            }
            return changes
        }
    }
}
