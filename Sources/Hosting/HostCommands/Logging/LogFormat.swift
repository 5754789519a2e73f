// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging

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

    /// Has all that this process logs from here on written so. It is called once.
    func use() {
        switch self {
        case .text: break
        case .json: LoggingSystem.bootstrap { JSONLogHandler(label: $0) }
        }
    }
}
