// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A program that a test ran to its end.
package struct ProgramRun: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// The folder of the programs that were built with the tests.
    package static let programs: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (executable as NSString).deletingLastPathComponent
    }()

    /// Runs a program and waits for its end.
    ///
    /// - `program`: a name, looked up beside the tests, or an absolute path.
    /// - `environment`: added to this process's.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) async throws -> ProgramRun {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.hasPrefix("/") ? program : programs + "/" + program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        async let outputBytes = read(output)
        async let errorBytes = read(errors)
        let (out, err) = await (outputBytes, errorBytes)
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return ProgramRun(status: status, output: out, errors: err)
    }

    private static func read(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
            }
        }
    }
}
