// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong in a text file, and where: prints as `file:line:column: error: message`, the line, and a caret.
package struct SourceError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable { case error, warning }

    package let file: String
    /// Counts from 1.
    package let line: Int
    /// Counts code points from 1.
    package let column: Int
    package let severity: Severity
    package let message: String
    /// The line of the text, and below it a caret at the column.
    package let excerpt: String

    package init(file: String, line: Int, column: Int, severity: Severity, message: String, excerpt: String) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.excerpt = excerpt
    }

    package var description: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(message)\n\(excerpt)"
    }
}
