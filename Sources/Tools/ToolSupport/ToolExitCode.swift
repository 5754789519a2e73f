// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a tool's exit status means; the numbers are those of sysexits(3).
package enum ToolExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// Something failed that no other case names, or a check found a difference.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// What was read is malformed: a manifest, an archive.
    case badInput = 65
    /// A file to read is missing or unreadable.
    case noInput = 66
    /// The service or server that was asked does not answer.
    case unavailable = 69
    /// The tool itself is at fault.
    case software = 70
    /// A file to write cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed midway.
    case inputOutput = 74
    /// It may work later: a busy resource, a lost connection.
    case temporaryFailure = 75
    /// The system or the service refused it.
    case noPermission = 77
    /// The configuration is wrong: an app, its keys, its groups.
    case configuration = 78
    /// Ended by Ctrl-C or a request to terminate (128 + SIGINT).
    case interrupted = 130
}
