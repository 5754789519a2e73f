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
        let process = TestProcess()
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

    /// The processes of a program that were started in this world.
    func processes(of program: String) throws -> [pid_t] {
        let root = Array(("BACKGROUND_ASSETS_ROOT=" + folder.path("s")).utf8)
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { process in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            guard path?.hasSuffix("/" + program) == true,
                let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ")
            else { return false }
            return variables.split(separator: 0).contains { Array($0) == root }
        }
    }
}
