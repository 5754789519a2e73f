// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// What is added to a submission that is being put together.
extension HostStore {
    /// Adds a version of an asset pack.
    package func addReviewItem(
        versionID: String, to reviewID: String, by updaterID: String
    ) async throws(StorageError) -> ReviewSummary {
        try await addReviewItem(to: reviewID, by: updaterID) { (review, connection) throws(StorageError) in
            let row = try connection.row("SELECT * FROM versions WHERE id = \(versionID)")
            guard let version = try row.map({ (row) throws(StorageError) in try HostedVersion(row) }),
                let packRow = try connection.row("SELECT * FROM background_assets WHERE id = \(version.packID)"),
                case let pack = try HostedPack(packRow), pack.appID == review.appID
            else {
                throw .refused(
                    .relatedNotFound(
                        relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: versionID))
            }
            guard pack.archivedAt == nil else { throw .refused(.packArchived(identifier: pack.identifier)) }
            if let platform = review.platform, !version.platforms.isEmpty,
                !version.platforms.contains(where: { ApplePlatform($0) == platform })
            {
                throw .refused(.review(.otherPlatform(platform)))
            }
            return .packVersion(id: versionID, packID: pack.id)
        }
    }

    /// Adds a version of the app, which goes with its build.
    package func addReviewItem(
        appStoreVersionID: String, to reviewID: String, by updaterID: String
    ) async throws(StorageError) -> ReviewSummary {
        try await addReviewItem(to: reviewID, by: updaterID) { (review, connection) throws(StorageError) in
            let row = try connection.row("SELECT * FROM app_store_versions WHERE id = \(appStoreVersionID)")
            guard let version = try row.map({ (row) throws(StorageError) in try AppStoreVersion(row) }),
                version.appID == review.appID
            else {
                throw .refused(
                    .relatedNotFound(relationship: "appStoreVersion", type: "appStoreVersions", id: appStoreVersionID))
            }
            guard version.platform == review.platform else {
                throw .refused(.review(.otherPlatform(review.platform)))
            }
            guard let buildID = version.buildID, let build = try Self.build(buildID, in: connection) else {
                throw .refused(.build(.missing))
            }
            guard !build.isExpired else { throw .refused(.build(.expired)) }
            return .appVersion(id: version.id)
        }
    }

    /// - `find`: what is to be an item, which belongs to the app of the submission.
    private func addReviewItem(
        to reviewID: String, by updaterID: String,
        _ find: @escaping @Sendable (HostedReview, any SQLConnection) throws(StorageError) -> ReviewSubject
    ) async throws(StorageError) -> ReviewSummary {
        let (id, time) = (makeID(), now())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM review_submissions WHERE id = \(reviewID)") else {
                throw .refused(
                    .relatedNotFound(relationship: "reviewSubmission", type: "reviewSubmissions", id: reviewID))
            }
            var state = try ReviewState(try HostedReview(row), in: connection)
            let subject = try find(state.review, connection)
            let consequences: [ReviewConsequence]
            do throws(ReviewError) { consequences = try state.submission.add(subject, id: id) } catch {
                throw .refused(.review(error))
            }
            _ = try state.save(consequences, by: updaterID, in: connection, at: time, makeID: makeID)
            try audit.note(.addToReview, subject, in: connection)
            try audit.made(id, in: connection)
            return state.summary
        }
    }
}
