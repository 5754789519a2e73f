// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What the devices of an audience get that others of its context do not.
struct AudienceSelection {
    let context: ReleaseContext
    /// Of packs, by their identifiers, the identifiers of the versions that are reviewed.
    private(set) var versionIDs: [String: String] = [:]
    /// The build that is reviewed.
    private(set) var buildID: String?

    /// - Returns: nil for a submission that is none of the app.
    init?(
        _ audience: Audience, ofApp appID: String, in connection: any SQLConnection
    ) throws(StorageError) {
        switch audience {
        case .context(let context): self.context = context
        case .review(let id):
            if let row = try connection.row("SELECT * FROM beta_reviews WHERE id = \(id) AND app_id = \(appID)") {
                context = .externalBeta
                try take(BetaReview(row), in: connection)
            } else if let row = try connection.row(
                "SELECT * FROM review_submissions WHERE id = \(id) AND app_id = \(appID)")
            {
                context = .appStore
                for summary in try ReviewSummary.summaries(of: [HostedReview(row)], in: connection) {
                    try take(summary, in: connection)
                }
            } else {
                return nil
            }
        }
    }

    /// What has its verdict is in its context, or is not to be anywhere.
    private mutating func take(_ review: BetaReview, in connection: any SQLConnection) throws(StorageError) {
        guard [.waitingForReview, .inReview].contains(review.state) else { return }
        switch review.subject {
        case .packVersion(let id):
            let row = try connection.row("SELECT background_asset_id FROM versions WHERE id = \(id)")
            if let row { versionIDs[try row.text("background_asset_id")] = id }
        case .build(let id): buildID = id
        }
    }

    private mutating func take(_ summary: ReviewSummary, in connection: any SQLConnection) throws(StorageError) {
        guard summary.review.state != .complete else { return }
        for item in summary.items where ![.removed, .rejected].contains(item.state) {
            switch item.subject {
            case .packVersion(let id, let packID): versionIDs[packID] = id
            case .appVersion(let id):
                buildID = try connection.row("SELECT build_id FROM app_store_versions WHERE id = \(id)")?
                    .optionalText("build_id")
            }
        }
    }
}
