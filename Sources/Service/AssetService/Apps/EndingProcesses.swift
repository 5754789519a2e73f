// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ProcessSupervision
internal import Synchronization

/// Processes that are being ended for a person: what they say meanwhile is no use of their app.
final class EndingProcesses: Sendable {
    private let all = Mutex<[Int32: Int]>([:])

    /// While this is done they are being ended.
    func during<Value>(_ processIDs: [Int32], _ body: () async -> Value) async -> Value {
        all.withLock { all in for process in processIDs { all[process, default: 0] += 1 } }
        let value = await body()
        all.withLock { all in
            for process in processIDs { all[process] = all[process].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
        return value
    }

    /// Whether a process is being ended, or is not there any more.
    func contains(_ processID: Int32) -> Bool {
        if all.withLock({ $0[processID] != nil }) { return true }
        // 0 is one that cannot be seen from here.
        return processID > 0 && ProcessStatus(of: processID)?.isDead ?? true
    }
}
