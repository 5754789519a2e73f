// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What stands on record of a submission, but for its items.
package struct HostedReview: Equatable, Sendable {
    package let id: String
    package let appID: String
    /// nil for what is for Linux only, which Apple's interface does not name.
    package let platform: ApplePlatform?
    package var state: ReviewSubmissionState
    package var submittedAt: Timestamp?
    /// Who has submitted it: the identifier of a key or a member.
    package var submitterID: String?
    /// Who has changed it last.
    package var updaterID: String
    package let createdAt: Timestamp

    package init(id: String, appID: String, platform: ApplePlatform?, updaterID: String, createdAt: Timestamp) {
        self.id = id
        self.appID = appID
        self.platform = platform
        state = .readyForReview
        self.updaterID = updaterID
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        platform = try row.optionalRaw("platform")
        state = try row.raw("state")
        submittedAt = try row.optionalTimestamp("submitted_at")
        submitterID = try row.optionalText("submitter_id")
        updaterID = try row.text("updater_id")
        createdAt = try row.timestamp("created_at")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO review_submissions (id, app_id, platform, state, submitted_at, submitter_id, updater_id, created_at)
            VALUES (\(id), \(appID), \(platform?.rawValue), \(state.rawValue), \(submittedAt), \(submitterID),
                \(updaterID), \(createdAt))
            """)
    }

    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE review_submissions SET state = \(state.rawValue), submitted_at = \(submittedAt),
                submitter_id = \(submitterID), updater_id = \(updaterID)
            WHERE id = \(id)
            """)
    }
}
