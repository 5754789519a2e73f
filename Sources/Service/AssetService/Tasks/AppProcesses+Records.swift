// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetStore

// Processes over the end of the service: which were started in the background is on record.
extension AppProcesses {
    /// Takes up the processes that an earlier run of the service has started.
    func restore(_ stored: [StoredStartedProcess]) {
        for process in stored {
            recorded.insert(process.bundleID)
            let id = Int32(exactly: process.processID) ?? -1
            if adopt(id, startedAt: UInt64(exactly: process.startedAt), of: process.bundleID, isStarted: true) {
                foreground.set([id], inFront: false)
            } else {
                if id > 0 { AppProcess.endRemains(of: id, process.bundleID, logger) }
                recordStarted(of: process.bundleID)
            }
        }
    }

    /// An app was just being started when an earlier run of the service ended.
    func expect(_ bundleID: String, until end: Double) { expected[bundleID] = end }

    /// Whether a process that says that nobody sees it is the one that was being started then.
    func isExpected(_ processID: Int32, of bundleID: String) -> Bool {
        guard let end = expected[bundleID], clock.now < end, !foreground.contains(processID) else { return false }
        expected[bundleID] = nil
        return true
    }

    /// Lets go of those of these that have nothing to do.
    func settleRestored() {
        for (bundleID, found) in known where found.isStarted && !found.isEnding && purposes[bundleID] == nil {
            dismiss(found.process, of: bundleID)
        }
    }

    /// Which process of an app was started in the background may be another one by now: has the record say so.
    func recordStarted(of bundleID: String) {
        guard known[bundleID]?.isStarted ?? false || recorded.contains(bundleID) else { return }
        Task { await recording.withLock(bundleID) { [self] in await writeRecord(of: bundleID) } }
    }

    /// As it is when its turn comes.
    private func writeRecord(of bundleID: String) async {
        let started = known[bundleID].flatMap { $0.isStarted ? $0.process : nil }
        if started == nil { recorded.remove(bundleID) } else { recorded.insert(bundleID) }
        await record(
            bundleID,
            started.flatMap { process in
                Int64(exactly: process.startedAt).map {
                    StoredStartedProcess(
                        bundleID: bundleID, processID: Int64(process.processID), startedAt: $0)
                }
            })
    }
}
