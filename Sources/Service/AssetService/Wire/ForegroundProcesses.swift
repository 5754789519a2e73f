// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Which processes of apps are in front: those that run, and are neither stopped nor woken for work in the background.
struct ForegroundProcesses: Sendable {
    /// Whether a process that is connected is in front.
    @Sendable func contains(_ processID: Int32) -> Bool {
        guard let state = Self.state(of: processID) else { return false }
        // Stopped, traced while stopped, dead.
        return !["T", "t", "X", "Z"].contains(state)
    }

    /// The letter that proc(5) has for what a process does.
    private static func state(of processID: Int32) -> Character? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            // The name before it may hold anything.
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[end...].dropFirst().first { $0 != " " }
    }
}
