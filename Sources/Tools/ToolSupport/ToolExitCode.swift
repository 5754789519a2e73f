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
    /// The other end broke the protocol: an answer that makes no sense.
    case protocolViolation = 76
    /// The system, the service or a server refused it.
    case noPermission = 77
    /// The configuration is wrong: an app, its keys, its groups.
    case configuration = 78
    /// A host could not process what was uploaded to it.
    case processingFailed = 79
    /// A reviewer has rejected it.
    case rejected = 80
    /// Ended by Ctrl-C or a request to terminate (128 + SIGINT).
    case interrupted = 130
    /// Whoever read the output has gone (128 + SIGPIPE), as `head` does.
    case brokenPipe = 141

    /// Whether the tool ends without a word: there is nobody who would want it.
    package var isSilent: Bool { self == .interrupted || self == .brokenPipe }

    /// What it stands for, for people.
    package var meaning: String {
        switch self {
        case .success: "it worked"
        case .failure: "it failed for another reason, or a check found a difference"
        case .usage: "the command line is wrong"
        case .badInput: "what was read is malformed: a bundle, a manifest, an archive"
        case .noInput: "there is no such file, app, pack or download, or it cannot be read"
        case .unavailable: "the service, or the server that it asked, does not answer"
        case .software: "a fault in the tool or in the service"
        case .cannotCreate: "a file cannot be made, or the disk is full"
        case .inputOutput: "reading or writing failed midway"
        case .temporaryFailure: "not now: something else is under way, a transfer failed"
        case .protocolViolation: "the service answered something that makes no sense"
        case .noPermission: "refused by the system, the service or a server"
        case .configuration: "the configuration is wrong: an app's keys, a setting"
        case .processingFailed: "the host could not process what was uploaded"
        case .rejected: "a reviewer has rejected it"
        case .interrupted: "ended by Ctrl-C"
        case .brokenPipe: "whoever read the output has gone"
        }
    }
}
