// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import SystemSupport

/// A program that a test ran to its end.
package struct ProgramRun: Sendable {
    /// What it exited with, or the number of the signal that ended it, negative.
    package let status: Int32
    package let output: String
    package let errors: String

    /// The folder of the programs that were built with the tests.
    package static let programs: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (executable as NSString).deletingLastPathComponent
    }()

    /// Runs a program and waits for its end. It is killed when the task is cancelled, as by a test's time limit; one that a
    /// cancelled task begins, to clean up, runs to its end.
    ///
    /// Not by Foundation's Process: its pipes are not closed on exec, so that a program that another thread starts at the
    /// same moment can inherit them, and hold up the end of this one's output until its own; and it leaves all signals
    /// blocked, as the threads of Swift's pool have them.
    ///
    /// - `program`: a name, looked up beside the tests, or an absolute path.
    /// - `environment`: added to this process's.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) async throws -> ProgramRun {
        var launcher = ProcessLauncher(
            executable: program.hasPrefix("/") ? program : programs + "/" + program, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new })
        launcher.directory = directory
        let output = try OutputPipe()
        let errors = try OutputPipe()
        launcher.standardOutput = output.input
        launcher.standardError = errors.input
        let isCleaningUp = Task.isCancelled
        let child: ChildProcess
        do {
            // The end of the program is the end of its pipes only when nobody here holds them open.
            defer {
                close(output.input)
                close(errors.input)
            }
            child = ChildProcess(try launcher.start())
        }
        return await withTaskCancellationHandler {
            async let outputText = onThread { output.text() }
            async let errorsText = onThread { errors.text() }
            let texts = await (outputText, errorsText)
            return ProgramRun(status: await onThread { child.waitForEnd() }, output: texts.0, errors: texts.1)
        } onCancel: {
            if !isCleaningUp { child.kill() }
        }
    }

    /// Does what blocks beside Swift's pool.
    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
