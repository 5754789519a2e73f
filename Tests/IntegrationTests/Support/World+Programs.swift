// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation

extension World {
    /// Runs a program, and `body` while it lives, which is handed the lines that it has printed so far.
    func withProgram(
        _ program: String, _ arguments: [String], body: (_ lines: () -> [String]) async throws -> Void
    ) async throws {
        let name = "output-\(UUID().uuidString)"
        try folder.write("", to: name)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/" + program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path(name))
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try await body {
            ((try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? "").split(separator: "\n")
                .map(String.init)
        }
    }
}
