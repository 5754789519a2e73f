// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A build as it is printed.
struct ShownBuild: Encodable, Sendable {
    let id: String
    let fileName: String
    let state: String
    let version: String?
    let build: String?
    let architecture: String?
    let `internal`, external, appstore: String?
    let expired: Bool
    let errors, warnings: [APIProblem]

    static let columns = ["VERSION", "FOR", "STATE", "INTERNAL", "EXTERNAL", "APP STORE", "ID"]

    init(_ build: BuildRecord) {
        id = build.id
        fileName = build.fileName
        state = build.state
        version = build.version
        self.build = build.build
        architecture = build.architecture
        self.internal = build.internal
        external = build.external
        appstore = build.appstore
        expired = build.isExpired
        errors = build.errors
        warnings = build.warnings
    }

    var row: [String] {
        [
            version.map { "\($0) (\(build ?? ""))" } ?? fileName, version == nil ? "-" : architecture ?? "any",
            expired ? "\(state), expired" : state,
            self.internal ?? "-", external ?? "-", appstore ?? "-", id,
        ]
    }
}
