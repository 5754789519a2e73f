// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A PostgreSQL of the tests' own, on a socket in a folder.
package actor PostgreSQLCluster {
    package static let shared = PostgreSQLCluster()

    private let program = CompanionProgram("test-postgres.sh")
    private var count = 0

    /// One that nobody else uses.
    package init() {}

    /// What can become of it.
    package enum Fate: String, Sendable, CaseIterable {
        case stop, start
        /// It takes connections, and does nothing.
        case freeze, thaw
    }

    package func meet(_ fate: Fate) async throws { try await program.say(fate.rawValue) }

    /// The address of an empty database.
    package func newDatabase() async throws -> String {
        let folder = try await program.line()
        count += 1
        let name = "test\(count)"
        let run = try await ProgramRun.run(
            "/usr/bin/createdb", ["-h", folder, "-U", "postgres", name], environment: ["PATH": "/usr/bin:/bin"])
        guard run.status == 0 else { throw CompanionProgram.Failure(description: "createdb: \(run.errors)") }
        return "postgres://postgres@/\(name)?host=\(folder)"
    }
}
