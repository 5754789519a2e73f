// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

/// A program to become: what to run, with which words, where, and with which environment.
struct ProcessImage: Equatable, Sendable {
    /// Absolute path.
    var executable: String
    /// With the program's own name first.
    var arguments: [String]
    var environment: [String: String]
    /// The working directory; nil stays where it is.
    var directory: String?

    /// Replaces this process by the program, which keeps its process ID, terminal and open standard streams.
    ///
    /// - Throws: `ControlError` when the folder or the program cannot be entered or run.
    func replaceThisProcess() throws(ControlError) -> Never {
        if let directory, chdir(directory) != 0 {
            throw .file(SystemError(errno: Errno(rawValue: errno), operation: "enter the folder", subject: directory))
        }
        var argumentPointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variablePointers: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        StandardStreams.restoreSignals()
        // A program begins with the mask of the thread that becomes it, and this is one of Swift's pool, which blocks
        // nearly all signals: it could not be asked to end.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        execve(executable, &argumentPointers, &variablePointers)
        let reason = Errno(rawValue: errno)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        throw .file(SystemError(errno: reason, operation: "run", subject: executable))
    }
}
