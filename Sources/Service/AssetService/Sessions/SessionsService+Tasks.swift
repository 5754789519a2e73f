// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// What apps ask for, change and take back.
extension SessionsService {
    /// Begins a task. One that cannot be begun ends at once; one that is there already stays as it is.
    ///
    /// - `processID`: of the process that asks.
    /// - Throws: `sessionNotOpen` for a session that is not this process's, `tooManyDownloads`, `downloadInvalid` for the number of another
    ///   task; when nothing can be recorded.
    func add(_ task: SessionTask, to key: SessionKey, by processID: Int32) async throws(ServiceError) {
        try check(key, isOwn: processID)
        if let known = sessions[key]?.tasks[task.number] {
            // The same call once more, after its reply was lost.
            if known.task.asksSame(as: task) { return }
            throw ServiceError(
                .downloadInvalid, "there is another task \(task.number) in \(key): ask for it by another number",
                subject: key.identifier)
        }
        try checkRoom(for: key, count: 1, size: task.size)
        let isBehind = !foreground.contains(processID)
        if let fault = SessionRules.fault(of: task, in: key) { return await refuse(task, in: key, fault) }
        if let resumeID = task.resumeID { return await resume(task, in: key, resumeID, isBehind: isBehind) }
        if let id = sameRequest(as: task, in: key) { return try await join(task, in: key, id) }
        let id = UUID().uuidString
        var uploadSize: Int64?
        if let path = task.uploadPath {
            // The session stays meanwhile, also when its process goes.
            sessions[key]?.additions += 1
            do throws(SystemError) {
                uploadSize = try await BlockingWork.run { [files] () throws(SystemError) in
                    try files.keepUpload(path, as: id)
                }
            } catch {
                await removeFiles(of: id)
                sessions[key]?.additions -= 1
                return await refuse(
                    task, in: key,
                    FileFailure(
                        cause: error.isOutOfSpace ? .outOfSpace : .fileSystem,
                        message: error.isOutOfSpace
                            ? "there is no room on the service's disk for a copy of what task \(task.number) in \(key) is to send "
                                + "(\(path)): `ba storage` shows what can go"
                            : "what task \(task.number) in \(key) is to send cannot be read: \(error)"))
            }
            sessions[key]?.additions -= 1
        }
        // No copy of it is held on to: what is added then would copy all that it has.
        guard sessions[key] != nil else {
            await removeFiles(of: id)
            throw .appNotFound(key.bundleID)
        }
        // The same call once more, after its first reply was lost.
        guard sessions[key]?.tasks[task.number] == nil else { return await removeFiles(of: id) }
        let now = clock.now
        let record = StoredSessionTransfer(
            id: id, bundleID: key.bundleID, session: key.identifier, request: try Self.encode(task.request),
            uploadSize: uploadSize, createdInBackground: isBehind, earliestBegin: task.earliestBegin,
            priority: Self.priority(of: task), createdAt: now)
        transfers[id] = SessionTransfer(record: record, request: task.request, key: key, isHeld: true)
        try await begin(task, in: key, id, now: now)
        // Another process that has opened the session meanwhile was told of what there was without this.
        if let owner = sessions[key]?.owner, owner.processID != processID {
            post(opened(key), to: key)
        }
    }

    /// Whether an app may have so much more in its sessions.
    ///
    /// - `size`: bytes that it is described with.
    /// - Throws: `tooManyDownloads`.
    private func checkRoom(for key: SessionKey, count: Int, size: Int) throws(ServiceError) {
        let all = sessions.lazy.filter { $0.key.bundleID == key.bundleID }.map(\.value.tasks)
        let (countBefore, sizeBefore) = all.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.size) }
        guard countBefore + count <= SessionsInterface.largestCount, sizeBefore + size <= SessionsInterface.largestSize
        else {
            throw ServiceError(
                .tooManyDownloads,
                "\(key.bundleID) has \(countBefore) tasks in its background sessions (\(ByteCount.text(Int64(sizeBefore)))), and may have "
                    + "\(SessionsInterface.largestCount) (\(ByteCount.text(Int64(SessionsInterface.largestSize)))): wait until some "
                    + "have ended, and send large bodies as files", subject: key.identifier)
        }
    }

    /// Has a task wait for what a transfer brings.
    private func begin(
        _ task: SessionTask, in key: SessionKey, _ id: String, now: Double
    ) async throws(ServiceError) {
        let before = transfers[id]
        sessions[key]?.tasks[task.number] = HeldSessionTask(task, transferID: id, createdAt: now)
        transfers[id]?.tasks.insert(task.number)
        transfers[id]?.record.keptUntil = nil
        do throws(ServiceError) {
            try await write(tasks: [SessionChange.Name(task.number, in: key)], transfers: [id])
        } catch {
            // As if it had not been asked for.
            sessions[key]?.tasks[task.number] = nil
            await leave(id, by: task.number, as: before)
            throw error
        }
        // Nothing begins before it is on record; its app may have held it back meanwhile.
        let isHeld = isHeldBack(id, in: key)
        transfers[id]?.isHeld = isHeld
        changed.insert(id)
        await reconsider()
    }

    /// A task does not wait for a transfer after all: what that was before it is again.
    private func leave(_ id: String, by number: Int64, as before: SessionTransfer?) async {
        transfers[id]?.tasks.remove(number)
        guard transfers[id]?.tasks.isEmpty ?? false, let before else { return }
        if let keptUntil = before.record.keptUntil {
            transfers[id]?.record.keptUntil = keptUntil
            changed.insert(id)
        } else if before.tasks.isEmpty {
            await remove(id)
        } else {
            await abandon(id)
        }
    }

    /// A request that is the same as this one's, and under way, or has just been.
    private func sameRequest(as task: SessionTask, in key: SessionKey) -> String? {
        guard task.uploadPath == nil else { return nil }
        return transfers.answering(task.request, in: key).filter { transfer in
            !transfer.isConcluding && transfer.record.earliestBegin == task.earliestBegin
                && !transfer.isKept && !(transfer.isHeld && transfer.tasks.isEmpty)
                // Two that are to do something are to do it twice (RFC 9110, 9.2.2), unless one is in the other's place.
                && (transfer.tasks.isEmpty || task.request.isIdempotent)
        }.min { $0.record.createdAt < $1.record.createdAt }?.record.id
    }

    private func join(_ task: SessionTask, in key: SessionKey, _ id: String) async throws(ServiceError) {
        logger.info("task \(task.number) in \(key) asks what is under way already, and has what that brings")
        try await begin(task, in: key, id, now: clock.now)
        if let transfer = transfers[id] {
            if let answer = transfer.finished { return await end(id, with: answer) }
            if let head = transfer.answer {
                post(
                    SessionEvent(
                        .answered, number: task.number, receivedBytes: transfer.record.completedBytes,
                        totalBytes: transfer.record.totalBytes,
                        answer: SessionAnswer(head, url: transfer.request.url)), to: key)
            }
        }
    }

    /// Goes on with what has come of a download that was cancelled.
    ///
    /// - `isBehind`: its app is not in front.
    private func resume(_ task: SessionTask, in key: SessionKey, _ id: String, isBehind: Bool) async {
        guard let transfer = transfers[id], transfer.key.bundleID == key.bundleID, transfer.tasks.isEmpty,
            transfer.isKept
        else {
            return await refuse(
                task, in: key,
                FileFailure(
                    cause: .badRequest,
                    message:
                        "task \(task.number) in \(key) cannot go on: nothing is kept by its resume data, which was used, is "
                        + "older than seven days, has made room for newer ones, or is none of this app's"))
        }
        var task = task
        task.request = transfer.request
        if transfer.key != key {
            transfers[id] = SessionTransfer(
                record: transfer.record, request: transfer.request, key: key, isHeld: true)
            transfers[id]?.record.session = key.identifier
        }
        // It was asked for anew, as it is to be now.
        transfers[id]?.record.askAgain(
            earliestBegin: task.earliestBegin, priority: Self.priority(of: task), createdInBackground: isBehind)
        do throws(ServiceError) { try await begin(task, in: key, id, now: clock.now) } catch {
            // It is the session's still that had kept it.
            if transfers[id]?.tasks.isEmpty ?? false {
                transfers[id] = transfer
                changed.insert(id)
            }
            await refuse(task, in: key, FileFailure(cause: .fileSystem, message: error.message))
        }
    }

    /// Ends a task that cannot be begun.
    private func refuse(_ task: SessionTask, in key: SessionKey, _ failure: FileFailure) async {
        logger.notice("\(failure.message)")
        sessions[key]?.tasks[task.number] = HeldSessionTask(task, transferID: nil, createdAt: clock.now)
        await end(task.number, in: key, SessionEnding(failure: failure))
    }

    // MARK: Changes

    /// Holds a task back, or has it go on, or changes what is said of it.
    ///
    /// - Throws: `sessionNotOpen`, `sessionTaskNotFound`.
    func change(
        _ number: Int64, in key: SessionKey, isSuspended: Bool?, priority: Double?, text: String?, by processID: Int32
    ) async throws(ServiceError) {
        try check(key, isOwn: processID)
        guard var held = sessions[key]?.tasks[number], held.ending == nil else { throw notFound(number, in: key) }
        if held.isSuspended, isSuspended == false { held.createdAt = clock.now }
        held.isSuspended = isSuspended ?? held.isSuspended
        if let priority, priority.isFinite { held.task.priority = priority }
        if let text, text.utf8.count <= 64 << 10 {
            try checkRoom(for: key, count: 0, size: text.utf8.count - (held.task.text?.utf8.count ?? 0))
            // One without a description has an empty one.
            held.task.text = text.isEmpty ? nil : text
        }
        sessions[key]?.tasks[number] = held
        if let id = held.transferID, var transfer = transfers[id] {
            transfer.isHeld = isHeldBack(id, in: key)
            transfer.record.priority =
                transfer.tasks.compactMap { sessions[key]?.tasks[$0]?.task }
                .map(Self.priority).max() ?? 0
            if transfer.isHeld { transfer.task?.cancel() }
            transfers[id] = transfer
            changed.insert(id)
        }
        await record(tasks: [SessionChange.Name(number, in: key)], transfers: held.transferID.map { [$0] } ?? [])
        await schedule()
        await settle(key)
    }

    /// Whether all that wants a transfer is held back by its app.
    private func isHeldBack(_ id: String, in key: SessionKey) -> Bool {
        (transfers[id]?.tasks ?? []).allSatisfy { sessions[key]?.tasks[$0]?.isSuspended ?? true }
    }

    /// Ends a task: its app is told so.
    ///
    /// - `keeps`: what has come is kept for another task.
    /// - Returns: by what that goes on; nil where it cannot be gone on with.
    /// - Throws: `sessionNotOpen`, `sessionTaskNotFound`.
    func cancel(
        _ number: Int64, in key: SessionKey, keeps: Bool, by processID: Int32
    ) async throws(ServiceError) -> String? {
        try check(key, isOwn: processID)
        guard let held = sessions[key]?.tasks[number] else { throw notFound(number, in: key) }
        if let ending = held.ending {
            // The same call once more, after its reply was lost.
            guard keeps, ending.failure?.cause == .cancelled else { throw notFound(number, in: key) }
            return ending.resumeID
        }
        let id = held.transferID
        var keptID: String?
        if keeps, held.task.kind == .download, let id, await keep(id, after: number) { keptID = id }
        await end(
            number, in: key,
            SessionEnding(
                failure: FileFailure(cause: .cancelled, message: "its app has cancelled it"), resumeID: keptID))
        if let id, keptID == nil { await abandon(id) }
        return keptID
    }

    private func notFound(_ number: Int64, in key: SessionKey) -> ServiceError {
        ServiceError(
            .sessionTaskNotFound, "there is no task \(number) in \(key), or it has ended", subject: key.identifier)
    }

    /// The app has taken note of the end of a task.
    ///
    /// - Returns: how many `drained` its process is told of, with one that is to come.
    func conclude(_ number: Int64, in key: SessionKey, by processID: Int32) async throws(ServiceError) -> Int? {
        try check(key, isOwn: processID)
        guard let held = sessions[key]?.tasks[number], held.ending != nil else { return sessions[key]?.drains }
        sessions[key]?.tasks[number] = nil
        await record(tasks: [SessionChange.Name(number, in: key)])
        removeFile(of: number, in: key)
        await settle(key)
        return sessions[key]?.drains
    }

    func removeFile(of number: Int64, in key: SessionKey) {
        do throws(SystemError) { try files.remove(number, in: key) } catch {
            logger.warning("what has come for task \(number) in \(key) cannot be removed: \(error)")
        }
    }

    /// An app is gone; what it asked for is off the record with it.
    func forget(_ bundleID: String) async {
        let ids = transfers.values.filter { $0.key.bundleID == bundleID }.map(\.record.id)
        let cancelled = ids.compactMap { transfers[$0]?.task }
        for id in ids {
            transfers[id] = nil
            changed.insert(id)
        }
        lingering[bundleID] = nil
        handledEmpty = handledEmpty.filter { $0.bundleID != bundleID }
        for key in sessions.keys where key.bundleID == bundleID {
            sessions[key]?.owner?.mailbox.close()
            sessions[key] = nil
            memories[key] = nil
        }
        for task in cancelled {
            task.cancel()
            await task.value
        }
        for id in ids { await removeFiles(of: id) }
        do throws(SystemError) { try files.removeAll(of: bundleID) } catch {
            logger.warning("what has come in the sessions of \(bundleID) cannot be removed: \(error)")
        }
        await schedule()
    }

    private static func priority(of task: SessionTask) -> Int {
        Int(((min(max(task.priority ?? 0.5, 0), 1) - 0.5) * 200).rounded())
    }

    private static func encode(_ request: FileRequest) throws(ServiceError) -> Data {
        do { return try JSONEncoder().encode(request) } catch {
            throw ServiceError(.internalError, "a request of a background session cannot be stored: \(error)")
        }
    }
}
