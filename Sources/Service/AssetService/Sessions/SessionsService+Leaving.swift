// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// Transfers that nobody wants any more, and what is kept of them.
extension SessionsService {
    /// A person ends tasks of a session: its app is told so as of any other end, and what has come of them goes.
    ///
    /// - `number`: nil for all.
    /// - Returns: those that had not ended, in their order.
    /// - Throws: `sessionTaskNotFound`.
    func stop(_ number: Int64?, in key: SessionKey) async throws(ServiceError) -> [Int64] {
        let stopped = (sessions[key]?.tasks.inOrder ?? [])
            .filter { $0.ending == nil && (number == nil || $0.task.number == number) }.map(\.task.number)
        guard !stopped.isEmpty else {
            let what = number.map { "there is no task \($0) in \(key), or it has ended" }
            throw ServiceError(
                .sessionTaskNotFound, what ?? "nothing is under way in \(key)", subject: key.identifier)
        }
        for number in stopped {
            // It may have ended while another one was ended.
            guard let held = sessions[key]?.tasks[number], held.ending == nil else { continue }
            await end(
                number, in: key,
                SessionEnding(failure: FileFailure(cause: .cancelled, message: "a person has cancelled it")))
            guard let id = held.transferID, let transfer = transfers[id], transfer.tasks.isEmpty, !transfer.isConcluding
            else { continue }
            transfer.task?.cancel()
            await remove(id)
        }
        return stopped
    }

    /// A task has left a transfer. With nobody else, what is under way goes on for a moment for who may ask the same, and nothing is begun.
    func abandon(_ id: String) async {
        guard let transfer = transfers[id], transfer.tasks.isEmpty else { return }
        // It is kept for who goes on with it.
        if transfer.isKept { return }
        guard !transfer.isUpload, !isStopping else {
            transfer.task?.cancel()
            return await remove(id)
        }
        transfers[id]?.isHeld = false
        transfers[id]?.record.keptUntil = clock.now + Self.linger
        changed.insert(id)
        changes.signal()
        guard transfer.task != nil, let first = noteLinger(id, of: transfer.key.bundleID) else { return }
        transfers[first]?.task?.cancel()
        await remove(first)
    }

    /// A transfer goes on though nobody wants it.
    ///
    /// - Returns: another one that is to end for it; nil for none.
    private func noteLinger(_ id: String, of bundleID: String) -> String? {
        // Those that are wanted again, or have ended, take no room.
        var all = (lingering[bundleID] ?? []).filter { other in
            guard other != id, let transfer = transfers[other] else { return false }
            return transfer.tasks.isEmpty && transfer.task != nil && !transfer.isHeld
        }
        all.append(id)
        let first = all.count > Self.largestLinger ? all.removeFirst() : nil
        lingering[bundleID] = all
        return first
    }

    /// Keeps what has come of a transfer for a task that goes on with it.
    ///
    /// - Returns: false where others want it still, or it cannot be gone on with.
    func keep(_ id: String, after number: Int64) async -> Bool {
        guard let transfer = transfers[id], transfer.tasks == [number], transfer.finished == nil else { return false }
        transfers[id]?.isHeld = true
        changed.insert(id)
        if let task = transfer.task {
            task.cancel()
            await task.value
        }
        await schedule()
        guard let left = transfers[id], left.finished == nil, left.tasks == [number] else { return false }
        guard await isResumable(id), transfers[id]?.tasks == [number] else { return false }
        keep(id)
        await record(of: id)
        await makeRoomForKept(of: transfer.key.bundleID)
        return true
    }

    /// Forgets a transfer, with what it has taken and brought.
    func remove(_ id: String) async {
        guard let transfer = transfers.remove(id) else { return }
        changed.insert(id)
        await record(transfers: [id])
        await removeFiles(of: id)
        await schedule()
        await settle(transfer.key)
    }

    func removeFiles(of id: String) async {
        do throws(SystemError) {
            try await BlockingWork.run { [files] () throws(SystemError) in try files.removeTransfer(id) }
        } catch { logger.warning("what was sent and fetched of a background session cannot be removed: \(error)") }
    }

    func isResumable(_ id: String) async -> Bool {
        let path = layout.staging(id)
        return await BlockingWork.run { ExchangeTransfer.isResumable(stagingPath: path) }
    }

    /// Of more than an app may have of what is kept the oldest goes.
    func makeRoomForKept(of bundleID: String) async {
        let kept = transfers.values.filter { $0.isKept && $0.key.bundleID == bundleID }
            .sorted { ($0.record.keptUntil ?? 0, $0.record.id) < ($1.record.keptUntil ?? 0, $1.record.id) }
        for transfer in kept.dropLast(Self.largestKept) {
            // It may have been gone on with meanwhile.
            guard transfers[transfer.record.id]?.isKept ?? false else { continue }
            await remove(transfer.record.id)
        }
    }

    /// What has come of a transfer waits for a task that goes on with it.
    func keep(_ id: String) {
        transfers[id]?.isHeld = true
        transfers[id]?.isConcluding = false
        transfers[id]?.record.keptUntil = clock.now + Self.keepTime
        changed.insert(id)
    }
}
