// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import Glibc
internal import SystemSupport

/// A program that a test has running, with the names of Foundation's Process.
///
/// That one looks for open descriptors in /proc/self/fd, and copies more of an entry than the entry has, which ends all the
/// tests where the memory ends behind it. It also starts programs with the signals of its thread blocked.
///
/// Unchecked, as Foundation's is: the test that has it uses it from one place at a time.
package final class TestProcess: @unchecked Sendable {
    package enum TerminationReason { case exit, uncaughtSignal }

    package var executableURL: URL?
    package var arguments: [String] = []
    /// nil for that of this process.
    package var environment: [String: String]?
    package var currentDirectoryURL: URL?
    /// A `Pipe` or a `FileHandle`; nil for the null device.
    package var standardInput: Any?
    /// A `Pipe` or a `FileHandle`; nil for that of this process.
    package var standardOutput: Any?
    /// A `Pipe` or a `FileHandle`; nil for that of this process.
    package var standardError: Any?
    package private(set) var processIdentifier: pid_t = 0
    /// As waitpid tells it; nil while the program runs.
    private var status: Int32?

    package init() {}

    package func run() throws {
        guard let executableURL else { throw CocoaError(.executableNotLoadable) }
        var launcher = ProcessLauncher(
            executable: executableURL.path, arguments: arguments,
            environment: environment ?? ProcessInfo.processInfo.environment)
        launcher.directory = currentDirectoryURL?.path
        let ends = [
            Self.end(standardInput, \.fileHandleForReading), Self.end(standardOutput, \.fileHandleForWriting),
            Self.end(standardError, \.fileHandleForWriting),
        ]
        launcher.standardInput = ends[0]?.fileDescriptor ?? -1
        launcher.standardOutput = ends[1]?.fileDescriptor ?? STDOUT_FILENO
        launcher.standardError = ends[2]?.fileDescriptor ?? STDERR_FILENO
        processIdentifier = try launcher.start()
        // The end of the program is the end of its pipes only when nobody here holds them open.
        for (end, given) in zip(ends, [standardInput, standardOutput, standardError]) where given is Pipe {
            try end?.close()
        }
    }

    /// The end of it that the program has.
    private static func end(_ given: Any?, _ ofPipe: KeyPath<Pipe, FileHandle>) -> FileHandle? {
        (given as? Pipe)?[keyPath: ofPipe] ?? given as? FileHandle
    }

    package var isRunning: Bool {
        if status != nil || processIdentifier == 0 { return false }
        return wait(WNOHANG) == nil
    }

    package func terminate() { send(SIGTERM) }

    /// Sends a signal, unless the program is known to have ended: its number may be another's then.
    package func send(_ signal: Int32) {
        if isRunning { _ = kill(processIdentifier, signal) }
    }

    package func waitUntilExit() { _ = wait(0) }

    @discardableResult
    private func wait(_ options: Int32) -> Int32? {
        if let status { return status }
        var ended: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(processIdentifier, &ended, options) } while result < 0 && errno == EINTR
        if result == processIdentifier { status = ended }
        return status
    }

    /// What the program exited with, or the number of the signal that ended it.
    package var terminationStatus: Int32 {
        guard let status = wait(0) else { return -1 }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : signal
    }

    package var terminationReason: TerminationReason {
        guard let status = wait(0) else { return .uncaughtSignal }
        return status & 0x7f == 0 ? .exit : .uncaughtSignal
    }
}
