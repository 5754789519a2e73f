// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Synchronization
import Testing

/// A PostgreSQL of the tests' own, on a socket in a folder, started when the first test needs it and ended with the process.
actor PostgreSQLCluster {
    static let shared = PostgreSQLCluster()

    private var starting: Task<String, any Error>?
    private var count = 0

    /// The address of an empty database.
    func newDatabase() async throws -> String {
        let task = starting ?? Task { try await Self.start() }
        starting = task
        let folder = try await task.value
        count += 1
        let name = "test\(count)"
        let run = try await ProgramRun.run(
            "/usr/bin/createdb", ["-h", folder, "-U", "postgres", name], environment: ["PATH": "/usr/bin:/bin"])
        try #require(run.status == 0, "\(run.errors)")
        return "postgres://postgres@/\(name)?host=\(folder)"
    }

    /// - Returns: the folder of its socket.
    private static func start() async throws -> String {
        let script = FileManager.default.currentDirectoryPath + "/scripts/test-postgres.sh"
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: script)
        // It ends with the process whose end of the pipe it reads.
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = output.fileHandleForReading.availableData
        let folder = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(folder.hasPrefix("/"), "PostgreSQL did not start")
        held.withLock { $0.append(Held(process: process, input: input)) }
        return folder
    }

    private struct Held: @unchecked Sendable {
        // Never used again: kept so that the pipe stays open for as long as this process lives.
        let process: TestProcess
        let input: Pipe
    }
    private static let held = Mutex<[Held]>([])
}
