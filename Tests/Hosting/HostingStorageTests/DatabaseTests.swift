// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization
import Testing

@testable import HostingStorage

/// What both databases have to do in the same way.
@Suite(.timeLimit(.minutes(2))) struct DatabaseTests {
    private struct Refusal: Error {}

    private func makeTable(_ database: any SQLDatabase) async throws {
        try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                connection.dialect.schema(
                    "CREATE TABLE things (id {text} NOT NULL PRIMARY KEY, number {integer}, data {bytes})"))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func keepsValuesAsTheyAre(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            let text = "Zoë's \"pack\"; DROP TABLE things; -- $1 ? \\x41 日本"
            let bytes = [UInt8](0...255)
            try await database.write { (connection) throws(StorageError) in
                #expect(
                    try connection.execute(
                        "INSERT INTO things VALUES (\(text), \(Int64.max), \(bytes)), (\("b"), \(Int64.min), \([UInt8]()))"
                    )
                        == 2)
                try connection.execute("INSERT INTO things VALUES (\("c"), \(nil as Int64?), \(nil as [UInt8]?))")
            }
            let rows = try await database.read { (connection) throws(StorageError) in
                try connection.rows("SELECT * FROM things ORDER BY id")
            }
            #expect(try rows.map { try $0.text("id") } == [text, "b", "c"])
            #expect(try rows.map { try $0.optionalInteger("number") } == [.max, .min, nil])
            #expect(try rows.map { try $0.optionalBytes("data") } == [bytes, [], nil])
            #expect(throws: StorageError.self) { try rows[0].integer("id") }
            #expect(throws: StorageError.self) { try rows[0].text("none") }
            #expect(throws: StorageError.self) { try rows[2].integer("number") }
        }
    }

    @Test("A table that has got another column is read as it is now", arguments: DatabaseKind.allCases)
    func migratedMeanwhile(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            try await database.write { (connection) throws(StorageError) in
                try connection.execute("INSERT INTO things (id) VALUES (\("a"))")
            }
            func columns() async throws -> Int {
                try await database.read { (connection) throws(StorageError) in
                    try connection.rows("SELECT * FROM things WHERE id = \("a")").first?.columns.count ?? 0
                }
            }
            // As often as it takes for all connections to know the statement.
            for _ in 0..<50 { #expect(try await columns() == 3) }
            try await database.write { (connection) throws(StorageError) in
                try connection.execute("ALTER TABLE things ADD COLUMN more INTEGER")
            }
            for _ in 0..<50 { #expect(try await columns() == 4) }
            for number in 0..<3 {
                try await database.write { (connection) throws(StorageError) in
                    #expect(try connection.execute("UPDATE things SET number = \(number) WHERE id = \("a")") == 1)
                    let row = try connection.row("SELECT * FROM things WHERE id = \("a")")
                    #expect(try row?.optionalInteger("number") == Int64(number))
                }
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func findsAnyOfSomeNames(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            let names = [
                "a", "NULL", "null", "", " ", "a,b", "{a}", "\"", "\\", "\\\"", "'", "''; --", "$1", "?", "\n", "ä",
                "日本",
            ]
            try await database.write { (connection) throws(StorageError) in
                for name in names + ["b", "{", "a\\"] {
                    try connection.execute("INSERT INTO things (id) VALUES (\(name))")
                }
            }
            func found(_ names: [String]) async throws -> Set<String> {
                try await database.read { (connection) throws(StorageError) in
                    var found: Set<String> = []
                    let rows = try connection.rows(
                        "SELECT id FROM things WHERE id IN (\(names: names)) AND id <> \("none")")
                    for row in rows { found.insert(try row.text("id")) }
                    return found
                }
            }
            #expect(try await found(names) == Set(names))
            #expect(try await found([]) == [])
            #expect(try await found(["none", "A"]) == [])
            #expect(try await found(Array(repeating: "a", count: 1_000)) == ["a"])
            await #expect(throws: StorageError.self) { try await found(["a\0"]) }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func comparesTextByteByByte(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            let ids = ["a", "B", "ä", "Z", "_", "b", "-", "a-b", "aa"]
            try await database.write { (connection) throws(StorageError) in
                for id in ids { try connection.execute("INSERT INTO things (id) VALUES (\(id))") }
            }
            let sorted = try await database.read { (connection) throws(StorageError) -> [String] in
                var sorted: [String] = []
                for row in try connection.rows("SELECT id FROM things ORDER BY id") {
                    sorted.append(try row.text("id"))
                }
                return sorted
            }
            #expect(sorted == ids.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        }
    }

    @Test(arguments: DatabaseKind.allCases) func anErrorUndoesTheTransaction(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            await #expect(throws: StorageError.conflict("enough")) {
                try await database.write { (connection) throws(StorageError) in
                    try connection.execute("INSERT INTO things (id) VALUES ('a')")
                    throw StorageError.conflict("enough")
                }
            }
            let count = try await database.read { (connection) throws(StorageError) in
                try connection.row("SELECT COUNT(*) AS count FROM things")?.integer("count")
            }
            #expect(count == 0)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatBreaksARuleIsAConflict(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            let error = await #expect(throws: StorageError.self) {
                try await database.write { (connection) throws(StorageError) in
                    for _ in 0..<2 { try connection.execute("INSERT INTO things (id) VALUES ('a')") }
                }
            }
            guard case .conflict = error else { Issue.record("\(String(describing: error))"); return }
            let other = await #expect(throws: StorageError.self) {
                try await database.read { (connection) throws(StorageError) in _ = try connection.rows("SELEKT") }
            }
            guard case .failed = other else { Issue.record("\(String(describing: other))"); return }
            // PostgreSQL has no such text; nor has the other then.
            await #expect(throws: StorageError.failed("a text holds a zero byte")) {
                try await database.write { (connection) throws(StorageError) in
                    try connection.execute("INSERT INTO things (id) VALUES (\("a\0b"))")
                }
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func aReadChangesNothing(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            try await makeTable(database)
            await #expect(throws: StorageError.self) {
                try await database.read { (connection) throws(StorageError) in
                    _ = try connection.execute("INSERT INTO things (id) VALUES ('a')")
                }
            }
        }
    }

    /// As many servers do: whatever they read is what they change.
    @Test(arguments: DatabaseKind.allCases) func transactionsRunAsIfAlone(_ kind: DatabaseKind) async throws {
        try await kind.with { open in
            let databases = try await [open(), open()]
            try await makeTable(databases[0])
            try await databases[0].write { (connection) throws(StorageError) in
                try connection.execute("INSERT INTO things (id, number) VALUES ('a', 0)")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        try await databases[index % 2].write { (connection) throws(StorageError) in
                            let number = try connection.row("SELECT number FROM things")?.integer("number") ?? 0
                            try connection.execute("UPDATE things SET number = \(number + 1)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let number = try await databases[1].read { (connection) throws(StorageError) in
                try connection.row("SELECT number FROM things")?.integer("number")
            }
            #expect(number == 40)
            for database in databases { await database.close() }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func signalsComeWhenATransactionHasEndedWell(_ kind: DatabaseKind)
        async throws
    {
        try await kind.withDatabase { database in
            var signals = database.signals(.jobs).makeAsyncIterator()
            await #expect(throws: StorageError.conflict("undone")) {
                try await database.write { (connection) throws(StorageError) in
                    try connection.signal(.jobs)
                    throw StorageError.conflict("undone")
                }
            }
            // Whoever begins to listen may miss what came at that moment.
            let sender = Task {
                while !Task.isCancelled {
                    try await database.write { (connection) throws(StorageError) in try connection.signal(.jobs) }
                }
            }
            #expect(await signals.next() != nil)
            sender.cancel()
            _ = await sender.result
        }
    }

    @Test func signalsOfOneServerReachTheOther() async throws {
        try await DatabaseKind.postgreSQL.with { open in
            let (first, second) = try await (open(), open())
            var signals = second.signals(.releases).makeAsyncIterator()
            let sender = Task {
                while !Task.isCancelled {
                    try await first.write { (connection) throws(StorageError) in try connection.signal(.releases) }
                }
            }
            #expect(await signals.next() != nil)
            sender.cancel()
            _ = await sender.result
            await first.close()
            await second.close()
        }
    }

    @Test(arguments: DatabaseKind.allCases) func migrationsAreTakenOnceAndForwardOnly(_ kind: DatabaseKind) async throws
    {
        try await kind.with { open in
            let (first, second) = try await (open(), open())
            async let one = HostSchema.migrate(first)
            async let other = HostSchema.migrate(second)
            let steps = try await [one, other].sorted { $0.count < $1.count }
            #expect(steps[0].isEmpty && !steps[1].isEmpty)
            try await first.write { (connection) throws(StorageError) in
                try connection.execute("INSERT INTO migrations (name, place) VALUES ('of the future', 1000)")
            }
            await #expect(throws: StorageError.newer(migration: "of the future")) {
                try await HostSchema.migrate(first)
            }
            await first.close()
            await second.close()
        }
    }

    /// Its code is that of a plan that is out of date, which is tried again many times.
    @Test func whatPostgreSQLDoesNotSupportIsAnErrorAtOnce() async throws {
        try await DatabaseKind.postgreSQL.withDatabase { database in
            let tries = Mutex(0)
            let error = await #expect(throws: StorageError.self) {
                try await database.write { (connection) throws(StorageError) in
                    tries.withLock { $0 += 1 }
                    try connection.execute("SELECT 1 FROM (SELECT 1 AS one) r GROUP BY one FOR UPDATE")
                }
            }
            guard case .failed(let reason)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains("0A000") && tries.withLock { $0 } == 1)
        }
    }

    @Test func aServerThatIsNotThereIsUnavailable() async throws {
        let database = PostgreSQLDatabase(
            address: "postgres:///nothing?host=/nowhere", logger: .init(label: "test"))
        let error = await #expect(throws: StorageError.self) {
            try await database.read { (connection) throws(StorageError) in _ = try connection.rows("SELECT 1") }
        }
        guard case .unavailable = error else { Issue.record("\(String(describing: error))"); return }
        await database.close()
    }
}
