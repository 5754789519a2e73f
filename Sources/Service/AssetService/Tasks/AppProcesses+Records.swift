// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetStore

// Processes over the end of the service: which were started, or resumed, in the background is on record.
extension AppProcesses {
    /// Takes up the processes that an earlier run of the service has started, or resumed.
    func restore(_ stored: [StoredStartedProcess]) {
        for process in stored {
            recorded.insert(process.bundleID)
            let id = Int32(exactly: process.processID) ?? -1
            let isStarted = !process.isResumed
            if adopt(id, startedAt: UInt64(exactly: process.startedAt), of: process.bundleID, isStarted: isStarted) {
                foreground.set([id], inFront: false)
                if process.isResumed { known[process.bundleID]?.noteResuming([id]) }
            } else {
                // What a person has opened leaves what is theirs.
                if id > 0, isStarted { AppProcess.endRemains(of: id, process.bundleID, logger) }
                recordBehind(of: process.bundleID)
            }
        }
    }

    /// Goes on with what apps print, and what they have left running, that an earlier run of the service has started.
    func followOutputs() async {
        for (processID, bundleID) in await launches.allRunning() { launcher.outputs.follow(processID, of: bundleID) }
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
        for (bundleID, found) in known where !found.isEnding { letGo(of: bundleID) }
    }

    /// Which process of an app is in the background may be another one by now: has the record say so.
    func recordBehind(of bundleID: String) {
        guard isBehind(bundleID) || recorded.contains(bundleID) else { return }
        Task { await recording.withLock(bundleID) { [self] in await writeRecord(of: bundleID) } }
    }

    /// As it is when its turn comes.
    private func writeRecord(of bundleID: String) async {
        let behind = known[bundleID].flatMap { known in
            // Of what it has started nothing is on record.
            known.isStarted || known.resumed.contains(known.process.processID) ? known : nil
        }
        if behind == nil { recorded.remove(bundleID) } else { recorded.insert(bundleID) }
        await record(
            bundleID,
            behind.flatMap { known in
                Int64(exactly: known.process.startedAt).map {
                    StoredStartedProcess(
                        bundleID: bundleID, processID: Int64(known.process.processID), startedAt: $0,
                        isResumed: !known.isStarted)
                }
            })
    }
}
