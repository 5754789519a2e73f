// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import SystemSupport
internal import ToolSupport

/// Asks a person at the terminal.
enum TerminalQuestion {
    /// How questions are asked by this process; nil when there is nobody to be asked.
    static func asking(_ console: Console) -> (@Sendable (String) async -> String?)? {
        guard isatty(0) == 1, isatty(2) == 1 else { return nil }
        return { prompt in
            // What was typed before is no answer to this: nobody had seen it.
            tcflush(0, TCIFLUSH)
            console.prompt(prompt)
            do throws(SystemError) {
                return try await TerminalLine(of: 0).read()?.trimmingCharacters(in: .whitespaces)
            } catch {
                console.warn("the answer cannot be read: \(error)")
                return nil
            }
        }
    }
}
