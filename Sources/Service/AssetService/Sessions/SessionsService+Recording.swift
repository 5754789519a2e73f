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
            try await writeNow(tasks, ids)
        }
    }

    private func writeNow(_ names: [SessionChange.Name], _ ids: [String]) async throws(ServiceError) {
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
        do throws(AssetStoreError) { try await store.record(change) } catch { throw ServiceError(store: error) }
    }

    /// The same; what cannot be recorded is logged, and at worst done once more after the next start.
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
