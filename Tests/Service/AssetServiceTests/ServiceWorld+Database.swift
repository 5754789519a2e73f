// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

extension ServiceWorld {
    /// Changes the service's database as no service does.
    func execute(_ statement: String) async throws {
        let program = """
            import sqlite3, sys
            sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None).execute(sys.argv[2])
            """
        let run = try await ProgramRun.run("/usr/bin/python3", ["-c", program, root + "/service.sqlite", statement])
        try #require(run.status == 0, "\(run.errors)")
    }

    /// Does something while another program writes to the service's database, and the service cannot: for a few seconds it waits for that.
    func whileDatabaseIsHeld<Value>(_ body: () async throws -> Value) async throws -> Value {
        let program = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            open(sys.argv[2], "w")
            sys.stdin.read()
            database.execute("ROLLBACK")
            """
        let held = folder.path("held-" + UUID().uuidString)
        let (holder, input) = (TestProcess(), Pipe())
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        holder.arguments = ["-c", program, root + "/service.sqlite", held]
        holder.standardInput = input
        try holder.run()
        defer {
            try? input.fileHandleForWriting.close()
            holder.waitUntilExit()
        }
        try await eventually { FileManager.default.fileExists(atPath: held) }
        return try await body()
    }
}
