// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import DeviceLink
internal import Dispatch
internal import Glibc
internal import ToolSupport

/// Asks the person here whether the other machine shows the words that this one sees.
struct Confirmation: Sendable {
    private static let questions = DispatchQueue(label: "background-assets.questions")
    /// What the words must be, with nobody asked.
    let expected: String?

    /// - Throws: `noTerminal` when there is nobody to ask.
    func check() throws(DebugError) {
        guard expected != nil || isatty(STDIN_FILENO) == 1 else { throw .noTerminal }
    }

    func asks(_ name: String, _ words: Fingerprint) async -> Bool {
        let console = ControlContext.current.console
        if let expected {
            let isRight = words.matches(expected)
            if !isRight { console.warn("\(DebugError.otherWords(shown: "\(words)"))") }
            return isRight
        }
        console.note(
            "\(name) has the words  \(words)\nDoes it show the same ones? Type yes, or anything else to leave it:")
        // Reading a line blocks, which no thread of Swift's pool may.
        return await withCheckedContinuation { continuation in
            Self.questions.async {
                continuation.resume(returning: readLine()?.trimmed.lowercased() == "yes")
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
