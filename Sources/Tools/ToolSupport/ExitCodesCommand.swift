// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `exit-codes`, which every tool has: what its exit statuses mean. `help exit-codes` says the same.
package struct ExitCodesCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "exit-codes",
        abstract: "List what the exit statuses mean.",
        discussion: table + "\n\nEXAMPLE\n  ba update || echo $?")

    /// A line a status, in order.
    private static var table: String {
        ToolExitCode.allCases.map { code in
            let number = "\(code.rawValue)"
            return "  " + number + String(repeating: " ", count: 5 - number.count) + code.meaning
        }
        .joined(separator: "\n")
    }

    package init() {}

    package func run() { Console.standard.write(Self.table) }
}
