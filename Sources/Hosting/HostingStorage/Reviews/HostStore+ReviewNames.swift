// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// What people call what is reviewed.
extension HostStore {
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
