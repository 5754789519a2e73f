// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// What people call what is reviewed.
extension HostStore {
    /// What is in submissions, but for what was taken out, by their identifiers: `Tutorial 3`, `the app 1.2`.
    package func names(
        of reviews: [ReviewSummary], _ betaReviews: [BetaReview]
    ) async throws(StorageError) -> [String: [String]] {
        if reviews.isEmpty, betaReviews.isEmpty { return [:] }
        return try await database.read { (connection) throws(StorageError) in
            var names: [String: [String]] = [:]
            for summary in reviews {
                names[summary.review.id] = try Self.names(
                    of: summary.items.filter { $0.state != .removed }, in: connection)
            }
            for review in betaReviews { names[review.id] = [try Self.name(of: review.subject, in: connection)] }
            return names
        }
    }

    static func name(of subject: BetaReviewSubject, in connection: any SQLConnection) throws(StorageError) -> String {
        switch subject {
        case .packVersion(let id): return try name(ofVersion: id, in: connection)
        case .build(let id):
            guard let build = try build(id, in: connection) else {
                throw .unexpected("a build is reviewed that is not there: \(id)")
            }
            return build.name
        }
    }

    static func names(of items: [ReviewItem], in connection: any SQLConnection) throws(StorageError) -> [String] {
        var names: [String] = []
        for item in items {
            switch item.subject {
            case .packVersion(let id, _): names.append(try name(ofVersion: id, in: connection))
            case .appVersion(let id):
                guard let row = try connection.row("SELECT * FROM app_store_versions WHERE id = \(id)") else {
                    throw .unexpected("a version of an app is reviewed that is not there: \(id)")
                }
                names.append("the app \(try AppStoreVersion(row).versionString)")
            }
        }
        return names
    }

    /// A submission in the log, by what is in it.
    static func nameOfReview(_ items: [String]) -> String {
        items.isEmpty ? "a submission" : "the submission of " + items.joined(separator: ", ")
    }

    /// `Tutorial 3`.
    private static func name(
        ofVersion id: String, in connection: any SQLConnection
    ) throws(StorageError) -> String {
        let row = try connection.row(
            """
            SELECT p.identifier, v.number FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
            WHERE v.id = \(id)
            """)
        guard let row else { throw .unexpected("a version is reviewed that is not there: \(id)") }
        return "\(try row.text("identifier")) \(try row.integer("number"))"
    }
}
