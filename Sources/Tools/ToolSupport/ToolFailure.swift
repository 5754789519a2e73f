// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An error that a tool can end with: its description is printed after `error: `, its code is the exit status.
package protocol ToolFailure: Error, CustomStringConvertible {
    var exitCode: ToolExitCode { get }
    /// Whether the description is printed as it stands, since it names its own place (`file:line:column: error: …`).
    var describesItsPlace: Bool { get }
}

extension ToolFailure {
    package var describesItsPlace: Bool { false }
}

/// A failure that needs no type of its own: a code and a sentence or two that say what happened and what to do.
package struct ToolError: ToolFailure, Equatable {
    package let exitCode: ToolExitCode
    package let description: String

    package init(_ exitCode: ToolExitCode, _ description: String) {
        self.exitCode = exitCode
        self.description = description
    }

    /// The same, with what else was done because of it.
    package func adding(_ sentence: String) -> ToolError { ToolError(exitCode, description + "; " + sentence) }
}
