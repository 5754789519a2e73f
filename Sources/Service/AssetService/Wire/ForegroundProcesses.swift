// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ProcessSupervision
internal import Synchronization

/// Which processes of apps are in front: those that run, and are neither stopped nor said to be in the background.
final class ForegroundProcesses: Sendable {
    /// Those that are said to be in the background, with when they were started: a number is used again.
    private let background = Mutex<[Int32: UInt64]>([:])

    /// Whether a process that is connected is in front.
    func contains(_ processID: Int32) -> Bool {
        guard let status = ProcessStatus(of: processID), !status.isSuspended, !status.isDead else { return false }
        return background.withLock { $0[processID] != status.startedAt }
    }

    /// Whether a process is suspended, and hears of nothing before it goes on.
    func isSuspended(_ processID: Int32) -> Bool { ProcessStatus(of: processID)?.isSuspended ?? false }

    /// Takes note of what a toolkit, or a person, says.
    func set(_ processIDs: [Int32], inFront: Bool) {
        let stamps = processIDs.compactMap { id in ProcessStatus(of: id).map { (id, $0.startedAt) } }
        background.withLock { background in
            background = background.filter { ProcessStatus(of: $0.key)?.startedAt == $0.value }
            for (id, startedAt) in stamps { background[id] = inFront ? nil : startedAt }
        }
    }
}
