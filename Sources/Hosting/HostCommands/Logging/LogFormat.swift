// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Logging
internal import ToolSupport

/// How what a host logs is written to standard error.
enum LogFormat: String, CaseIterable {
    /// Lines for people.
    case text
    /// A JSON object a line, for programs that collect logs.
    case json

    /// Lines for people where nothing is said.
    init(_ configuration: HostConfiguration) throws(HostCommandError) {
        guard let text = configuration.text(.logFormat) else {
            self = .text
            return
        }
        guard let format = LogFormat(rawValue: text) else {
            throw configuration.invalid(
                .logFormat, "\(text) is none of " + LogFormat.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = format
    }

    /// Says something to whoever starts a program, in the form of all else that it writes.
    func note(_ text: String, level: Logger.Level = .notice) {
        switch self {
        case .text: Console.standard.note((level >= .warning ? "warning: " : "") + text)
        case .json: Logger(label: "ba-host").log(level: level, "\(text)")
        }
    }

    /// Does something, and has all that this process logs from here on written so, and what it ends with, too. It is called
    /// once.
    func using(_ body: () async throws -> Void) async throws {
        guard self == .json else {
            LoggingSystem.bootstrap { PlainLogHandler(label: $0) }
            return try await body()
        }
        LoggingSystem.bootstrap { JSONLogHandler(label: $0) }
        do { try await body() } catch let failure as any ToolFailure where !failure.exitCode.isSilent {
            Logger(label: "ba-host").critical("\(failure)")
            throw ExitCode(failure.exitCode.rawValue)
        }
    }
}
