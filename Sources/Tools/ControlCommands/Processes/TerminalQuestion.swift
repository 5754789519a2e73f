// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
internal import ToolSupport

/// Asks a person at the terminal.
enum TerminalQuestion {
    /// How questions are asked by this process; nil when there is nobody to be asked.
    static func asking(_ console: Console) -> (@Sendable (String) async -> String?)? {
        guard isatty(0) == 1, isatty(2) == 1 else { return nil }
        return { prompt in
            let lines = AsyncStream<String>.makeStream()
            console.prompt(prompt)
            // The thread reads on when the question is called off: then the command ends.
            DispatchQueue.global().async {
                if let line = readLine() { lines.continuation.yield(line.trimmingCharacters(in: .whitespaces)) }
                lines.continuation.finish()
            }
            for await line in lines.stream { return line }
            return nil
        }
    }
}
