// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ProcessSupervision
internal import Synchronization

/// Which processes of apps are in front: those that run, and are neither stopped nor said to be in the background.
final class ForegroundProcesses: Sendable {
    /// What was said of a process last.
    private struct Standing {
        /// With its number that tells it from others: a number is used again.
        let startedAt: UInt64
        let isInFront: Bool
    }

    private let standings = Mutex<[Int32: Standing]>([:])

    /// Whether a process that is connected is in front.
    func contains(_ processID: Int32) -> Bool {
        guard let status = ProcessStatus(of: processID), !status.isSuspended, !status.isDead else { return false }
        guard let standing = standings.withLock({ $0[processID] }), standing.startedAt == status.startedAt else {
            return true
        }
        return standing.isInFront
    }

    /// Whether a process is suspended, and hears of nothing before it goes on.
    func isSuspended(_ processID: Int32) -> Bool { ProcessStatus(of: processID)?.isSuspended ?? false }

    /// Takes note of what a toolkit, or a person, says.
    func set(_ processIDs: [Int32], inFront: Bool) {
        for id in processIDs { note(id, inFront: inFront, replaces: true) }
    }

    /// Takes note of how a process was started, which it says with each of its connections: what was said of it before counts.
    func begin(_ processID: Int32, inFront: Bool) { note(processID, inFront: inFront, replaces: false) }

    private func note(_ processID: Int32, inFront: Bool, replaces: Bool) {
        guard let startedAt = ProcessStatus(of: processID)?.startedAt else { return }
        standings.withLock { standings in
            standings = standings.filter { ProcessStatus(of: $0.key)?.startedAt == $0.value.startedAt }
            guard replaces || standings[processID] == nil else { return }
            standings[processID] = Standing(startedAt: startedAt, isInFront: inFront)
        }
    }
}
