// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Which processes of apps are in front: those that run, and are neither stopped nor said to be in the background.
final class ForegroundProcesses: Sendable {
    /// Those that are said to be in the background, with when they were started: a number is used again.
    private let background = Mutex<[Int32: UInt64]>([:])

    /// Whether a process that is connected is in front.
    func contains(_ processID: Int32) -> Bool {
        guard let status = Status(processID) else { return false }
        // Stopped, traced while stopped, dead.
        guard !["T", "t", "X", "Z"].contains(status.state) else { return false }
        return background.withLock { $0[processID] != status.startedAt }
    }

    /// Whether a process is suspended, and hears of nothing before it goes on.
    func isSuspended(_ processID: Int32) -> Bool { Status(processID).map { "Tt".contains($0.state) } ?? false }

    /// Takes note of what a toolkit, or a person, says.
    func set(_ processIDs: [Int32], inFront: Bool) {
        let stamps = processIDs.compactMap { id in Status(id).map { (id, $0.startedAt) } }
        background.withLock { background in
            background = background.filter { Status($0.key)?.startedAt == $0.value }
            for (id, startedAt) in stamps { background[id] = inFront ? nil : startedAt }
        }
    }

    /// What proc(5) has of a process.
    private struct Status {
        /// The letter for what it does.
        let state: Character
        /// Ticks since the system was started.
        let startedAt: UInt64

        init?(_ processID: Int32) {
            guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
                // The name before it may hold anything.
                let end = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 19, let state = fields[0].first, let startedAt = UInt64(fields[19]) else { return nil }
            self.state = state
            self.startedAt = startedAt
        }
    }
}
