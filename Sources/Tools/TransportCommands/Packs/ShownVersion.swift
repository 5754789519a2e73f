// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A version as commands print it.
struct ShownVersion: Encodable, Sendable {
    let id: String
    let assetPackID: String
    let version: Int
    let state: String
    let `internal`, external, appstore: String?
    let platforms: [String]
    let createdDate: String?
    let errors, warnings: [APIProblem]

    static let columns: [(String, isNumber: Bool)] = [
        ("PACK", false), ("VERSION", true), ("STATE", false), ("INTERNAL", false), ("EXTERNAL", false),
        ("APP STORE", false), ("ID", false),
    ]

    init(_ version: VersionRecord, ofPack identifier: String) {
        id = version.id
        assetPackID = identifier
        self.version = version.number
        state = version.state
        self.internal = version.releases[.internal]
        external = version.releases[.external]
        appstore = version.releases[.appstore]
        platforms = version.platforms
        createdDate = version.createdDate
        errors = version.errors
        warnings = version.warnings
    }

    var row: [String] {
        [assetPackID, "\(version)", state, self.internal ?? "-", external ?? "-", appstore ?? "-", id]
    }
}
