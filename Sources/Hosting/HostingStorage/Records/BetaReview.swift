// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A submission of a version of a pack, or of a build, for the external test.
package struct BetaReview: Equatable, Sendable {
    package let id: String
    package let subject: BetaReviewSubject
    /// The app that it is for.
    package let appID: String
    package var state: BetaReviewState
    package let submittedAt: Timestamp
    /// Who has submitted it: the identifier of a key or a member.
    package let submitterID: String
    /// What the reviewer has said.
    package var message: String?

    package init(id: String, subject: BetaReviewSubject, appID: String, submittedAt: Timestamp, submitterID: String) {
        self.id = id
        self.subject = subject
        self.appID = appID
        state = .waitingForReview
        self.submittedAt = submittedAt
        self.submitterID = submitterID
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        if let buildID = try row.optionalText("build_id") {
            subject = .build(buildID)
        } else {
            subject = .packVersion(try row.text("version_id"))
        }
        appID = try row.text("app_id")
        state = try row.raw("state")
        submittedAt = try row.timestamp("submitted_at")
        submitterID = try row.text("submitter_id")
        message = try row.optionalText("message")
    }

    /// Makes it, or sets its state.
    func save(in connection: any SQLConnection) throws(StorageError) {
        let (versionID, buildID): (String?, String?) =
            switch subject {
            case .packVersion(let id): (id, nil)
            case .build(let id): (nil, id)
            }
        try connection.execute(
            """
            INSERT INTO beta_reviews (id, version_id, build_id, app_id, state, submitted_at, submitter_id,
                message)
            VALUES (\(id), \(versionID), \(buildID), \(appID), \(state.rawValue), \(submittedAt), \(submitterID),
                \(message))
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, message = excluded.message
            """)
    }
}
