// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension LogBuffer {
    /// Whether any line that is kept is about an app or its extension.
    func hasLines(about bundleID: String) -> Bool { lines.contains { LogLine($0).names(bundleID) } }

    /// Sends the lines that are kept, and what comes then if `follow` is set, until the task is cancelled.
    ///
    /// - `bundleID`: only lines about this app and its extension; nil for all.
    func send(about bundleID: String?, follow: Bool, to writer: StreamWriter<ControlInterface.Logs.Reply>) async throws
    {
        let (lines, stream) = self.follow()
        @Sendable func isWanted(_ line: String) -> Bool { bundleID.map { LogLine(line).names($0) } ?? true }
        let shown = lines.filter(isWanted)
        for (index, line) in shown.enumerated() {
            let isLast = !follow && index == shown.count - 1
            try await writer.send(ControlInterface.Logs.Reply(line: line), isLast: isLast)
        }
        if !follow {
            // A call that streams has one reply at least.
            let nothing = bundleID.map { "(no line of the log is about \($0))" } ?? "(the log is empty)"
            if shown.isEmpty { try await writer.send(ControlInterface.Logs.Reply(line: nothing), isLast: true) }
            return
        }
        for await line in stream where isWanted(line) {
            try await writer.send(ControlInterface.Logs.Reply(line: line), isLast: false)
        }
    }
}
