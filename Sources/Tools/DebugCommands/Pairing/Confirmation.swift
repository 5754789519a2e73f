// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import DeviceLink
internal import ToolSupport

/// Asks the person here whether the other machine shows the words that this one sees.
struct Confirmation: Sendable {
    /// What the words must be, with nobody asked.
    let expected: String?

    /// - Throws: `noWords` when what is expected can be none, and `noTerminal` when there is nobody to ask.
    func check() throws(DebugError) {
        if let expected, !Fingerprint.areWords(expected) { throw .noWords(expected) }
        guard expected != nil || ControlContext.current.ask != nil else { throw .noTerminal }
    }

    func asks(_ name: String, _ words: Fingerprint) async -> Bool {
        let context = ControlContext.current
        if let expected {
            let isRight = words.matches(expected)
            if !isRight { context.console.warn("\(DebugError.otherWords(shown: "\(words)"))") }
            return isRight
        }
        // A question is one line: nothing in it can look like another.
        context.console.note("\(name) has the words  \(words)")
        guard
            let answer = await context.ask?("Does it show the same ones? Type yes, or anything else to leave it: ")
        else { return false }
        return answer.split(whereSeparator: \.isWhitespace).map { $0.lowercased() } == ["yes"]
    }
}
