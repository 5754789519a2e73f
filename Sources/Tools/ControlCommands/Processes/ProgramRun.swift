// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Runs a program to its end, beside this process and on its terminal.
enum ProgramRun {
    /// Runs the program with its output going to standard error, so that it does not mix with results.
    ///
    /// - Throws: `ControlError.programFailed` when it ends with another status than 0.
    static func run(_ command: [String], in directory: String, context: ControlContext) async throws(ControlError) {
        let pid = try start(command, in: directory, output: 2, context: context)
        try check(await ending(of: pid, reading: nil), of: command)
    }

    /// Runs the program and returns what it prints to standard output, at most 1 MiB of it.
    ///
    /// - Throws: `ControlError.programFailed` when it ends with another status than 0.
    static func output(
        of command: [String], in directory: String, context: ControlContext
    ) async throws(ControlError) -> String {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .file(SystemError(errno: Errno(rawValue: errno), operation: "make", subject: "a pipe"))
        }
        let reading = ends[0]
        let writing = ends[1]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let pid: pid_t
        do throws(ControlError) {
            pid = try start(command, in: directory, output: writing, context: context)
        } catch {
            close(reading)
            close(writing)
            throw error
        }
        // The end of the program is the end of the pipe only when nobody here holds it open.
        close(writing)
        let ending = await ending(of: pid, reading: reading)
        try check(ending, of: command)
        return ending.output
    }

    private struct Ending: Sendable {
        var status: Int32
        var output: String
    }

    private static func start(
        _ command: [String], in directory: String, output: Int32, context: ControlContext
    ) throws(ControlError) -> pid_t {
        guard let name = command.first else { throw .usage("there is no program to run") }
        var launcher = ProcessLauncher(
            executable: try ExecutableSearch.find(name, context: context), arguments: Array(command.dropFirst()),
            environment: context.environment)
        launcher.directory = directory
        launcher.standardInput = 0
        launcher.standardOutput = output
        launcher.standardError = 2
        do throws(SystemError) { return try launcher.start() } catch { throw .file(error) }
    }

    /// Reads and waits on a thread of its own: neither may hold up Swift's pool.
    private static func ending(of pid: pid_t, reading: Int32?) async -> Ending {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var output = ""
                if let reading {
                    let descriptor = OwnedDescriptor(taking: reading)
                    // A program that prints more than the limit is cut off and fails by its own broken pipe.
                    let bytes = (try? descriptor.readAll(limit: 1 << 20, subject: "a program's output")) ?? []
                    output = String(decoding: bytes, as: UTF8.self)
                }
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                continuation.resume(returning: Ending(status: status, output: output))
            }
        }
    }

    private static func check(_ ending: Ending, of command: [String]) throws(ControlError) {
        if ending.status == 0 { return }
        let signal = ending.status & 0x7f
        let text = command.joined(separator: " ")
        throw .programFailed(
            signal == 0
                ? "`\(text)` ended with status \((ending.status >> 8) & 0xff)"
                : "`\(text)` was ended by signal \(signal)")
    }
}
