// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface

// What is on record of sessions.
extension SessionsService {
    /// Records tasks and transfers as they are when their turn comes, whatever they were when that was asked: what is gone is off the record.
    /// So the order in which this is asked does not matter.
    ///
    /// - Throws: `internalError`, `outOfSpace`.
    func write(tasks: [SessionChange.Name] = [], transfers ids: [String] = []) async throws(ServiceError) {
        guard !(tasks.isEmpty && ids.isEmpty) else { return }
        try await recording.withLock("") { [self] () async throws(ServiceError) in
            try await writeNow(unrecorded.tasks.union(tasks), unrecorded.transfers.union(ids))
        }
    }

    private func writeNow(_ names: Set<SessionChange.Name>, _ ids: Set<String>) async throws(ServiceError) {
        var change = SessionChange()
        for name in names {
            guard let held = sessions[name.key]?.tasks[name.number] else {
                change.removedTasks.append(name)
                continue
            }
            do { change.tasks.append(try held.stored(in: name.key)) } catch {
                throw ServiceError(.internalError, "task \(name.number) in \(name.key) cannot be stored: \(error)")
            }
        }
        for id in ids {
            if let transfer = transfers[id] {
                change.transfers.append(transfer.record)
            } else {
                change.removedTransfers.append(id)
            }
        }
        do throws(AssetStoreError) { try await store.record(change) } catch {
            // Whatever becomes of them until there is room.
            if error.isOutOfSpace { unrecorded = (names, ids) }
            throw ServiceError(store: error)
        }
        unrecorded = ([], [])
    }

    /// Records what could not be recorded, if there is room by now.
    ///
    /// - Returns: when that is tried again (seconds since 1970).
    func recordAgain() async -> Double {
        await record(tasks: Array(unrecorded.tasks), transfers: Array(unrecorded.transfers))
        return unrecorded.tasks.isEmpty && unrecorded.transfers.isEmpty ? .infinity : clock.now + RecordingPause.seconds
    }

    /// The same; what cannot be recorded is logged and tried again, and at worst done once more after the next start.
    func record(tasks: [SessionChange.Name] = [], transfers ids: [String] = []) async {
        do throws(ServiceError) { try await write(tasks: tasks, transfers: ids) } catch {
            logger.error("what has become of background sessions cannot be recorded: \(error.message)")
        }
    }

    func record(of id: String) async {
        guard transfers[id] != nil else { return }
        await record(transfers: [id])
    }
}
