// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingStorage
import Logging
import Testing

/// The databases that all of this holds for.
enum DatabaseKind: CaseIterable, CustomTestStringConvertible, Sendable {
    case sqlite, postgreSQL

    var testDescription: String { "\(self)" }

    /// Runs with an empty database.
    ///
    /// - `body`: gets a way to open it, as several servers do.
    func with(_ body: (@escaping @Sendable () async throws -> any SQLDatabase) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            try await TemporaryFolder.with { folder in
                let path = folder.path("host.sqlite")
                try await body { try SQLiteDatabase(path: path) }
            }
        case .postgreSQL:
            let address = try await PostgreSQLCluster.shared.newDatabase()
            try await body { PostgreSQLDatabase(address: address, logger: Logger(label: "test")) }
        }
    }

    func withDatabase(_ body: (any SQLDatabase) async throws -> Void) async throws {
        try await with { open in
            let database = try await open()
            do { try await body(database) } catch {
                await database.close()
                throw error
            }
            await database.close()
        }
    }
}
