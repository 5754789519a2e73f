// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Logging
import Testing

@testable import HostingStorage

/// A PostgreSQL that answers, and does not do what is asked.
@Suite("A database that takes no changes", .timeLimit(.minutes(2))) struct ReadOnlyDatabaseTests {
    private static let readOnly = "options=-c%20default_transaction_read_only%3Don"

    private func with(_ body: (PostgreSQLDatabase) async throws -> Void, parameters: String) async throws {
        let address = try await PostgreSQLCluster.shared.newDatabase()
        let made = PostgreSQLDatabase(address: address, logger: Logger(label: "test"))
        try await HostSchema.migrate(made)
        await made.close()
        let separator = address.contains("?") ? "&" : "?"
        let database = PostgreSQLDatabase(address: address + separator + parameters, logger: Logger(label: "test"))
        do { try await body(database) } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func failure(_ body: () async throws -> Void) async -> StorageError? {
        do { try await body() } catch { return error as? StorageError }
        return nil
    }

    @Test("Changes are refused as where there is no database, and whether it would do tells so") func refusing()
        async throws
    {
        try await with(
            { database in
                let change = await failure {
                    try await database.write { (connection) throws(StorageError) in
                        _ = try connection.execute("DELETE FROM settings")
                    }
                }
                #expect(change?.isUnavailable == true, "\(String(describing: change))")
                #expect(await failure { try await HostSchema.check(database) }?.isUnavailable == true)
                #expect(await failure { try await HostSchema.migrate(database) }?.isUnavailable == true)
                let look = await failure {
                    try await database.read { (connection) throws(StorageError) in try connection.checkWritable() }
                }
                #expect(look?.isUnavailable == true)
            }, parameters: Self.readOnly)
    }

    @Test("One that takes them says nothing") func taking() async throws {
        try await with(
            { database in
                try await HostSchema.check(database)
                try await database.read { (connection) throws(StorageError) in
                    try connection.checkWritable()
                    try connection.checkMayMakeTables()
                }
            }, parameters: "application_name=test")
    }

    @Test(
        "What is wrong with an address is said in libpq's words",
        arguments: [
            ("postgres://host@127.0.0.1/host?bogus=1", "bogus"), ("postgres://host@127.0.0.1/host?options=-ca=b", "="),
        ]) func addresses(_ address: String, _ word: String)
    {
        #expect(PostgreSQLDatabase.fault(ofAddress: address)?.contains(word) == true)
        #expect(PostgreSQLDatabase.fault(ofAddress: "postgres://host@127.0.0.1:5432/host?sslmode=disable") == nil)
    }
}
