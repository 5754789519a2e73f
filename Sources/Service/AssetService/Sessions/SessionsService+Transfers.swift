// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// The transfers of sessions, and their ends.
extension SessionsService: TransferSource {
    func start(_ id: String) {
        guard !isStopping, var transfer = transfers[id], transfer.task == nil, transfer.finished == nil,
            !transfer.isHeld, !transfer.isConcluding, !transfer.tasks.isEmpty
        else { return }
        transfer.silence.begin(at: clock.now)
        let number = nextTransfer()
        transfer.number = number
        transfer.task = running.start { await self.run(id, number) }
        transfers[id] = transfer
        changes.signal()
    }

    func stop(_ id: String) { transfers[id]?.task?.cancel() }

    func giveUpStaged(_ id: String) async -> Bool {
        guard let transfer = transfers[id], transfer.task == nil, transfer.finished == nil else { return false }
        do throws(TransferError) { try FileTransfer.discard(stagingPath: layout.staging(id)) } catch {
            logger.warning("\(error)")
            return false
        }
        transfers[id]?.record.completedBytes = 0
        await record(of: id)
        return true
    }

    private func run(_ id: String, _ number: UInt64) async {
        guard let transfer = transfers[id], transfer.number == number else { return }
        let reporter = ExchangeReporter { await self.progressed(id, number, $0) }
        do throws(TransferError) {
            let exchange = ExchangeTransfer(transport: try await network.transport())
            var request = try TransferRequest(transfer.request, isForFile: false)
            request.bodyFile = transfer.record.uploadSize.map {
                RequestBodyFile(path: files.uploadPath(of: id), size: $0)
            }
            let answer = try await exchange.run(
                ExchangeTransfer.Request(
                    request, stagingPath: layout.staging(id), challenges: responder(for: id, in: transfer.key)),
                progress: reporter.report)
            await reporter.finish()
            guard transfers[id]?.number == number else { return }
            await end(id, with: answer)
        } catch {
            await reporter.finish()
            await failed(id, number, error)
        }
        // One that was given up while it ran may have written behind the removal of its staging folder.
        if transfers[id] == nil { await removeFiles(of: id) }
    }

    private func progressed(_ id: String, _ number: UInt64, _ progress: ExchangeProgress) {
        guard var transfer = transfers[id], transfer.number == number else { return }
        transfer.sentBytes = progress.sent ?? transfer.sentBytes
        transfer.record.completedBytes = progress.received ?? transfer.record.completedBytes
        transfer.record.totalBytes = progress.received == nil ? transfer.record.totalBytes : progress.total
        let head = progress.head
        // What goes in one piece has gone when it is answered.
        if head != nil, !transfer.isUpload { transfer.sentBytes = transfer.bodySize }
        transfer.silence.note(at: clock.now)
        let all = transfer.sentBytes + transfer.record.completedBytes
        if all > transfer.furthest {
            transfer.furthest = all
            transfer.record.noteProgress()
            transfer.record.attempts = 0
        }
        if let head { transfer.answer = head }
        transfers[id] = transfer
        for task in transfer.tasks {
            if let head {
                post(
                    SessionEvent(
                        .answered, number: task, sentBytes: transfer.sentBytes,
                        receivedBytes: transfer.record.completedBytes, totalBytes: transfer.record.totalBytes,
                        answer: SessionAnswer(head, url: transfer.request.url)), to: transfer.key)
            }
            post(
                SessionEvent(
                    .progress, number: task, sentBytes: transfer.sentBytes,
                    receivedBytes: transfer.record.completedBytes, totalBytes: transfer.record.totalBytes),
                to: transfer.key)
        }
    }

    // MARK: Ends

    /// The answer of a server is here: all that want it have it. Where nobody does, it is kept for a moment.
    func end(_ id: String, with answer: ExchangeAnswer) async {
        guard let transfer = transfers[id], !transfer.isConcluding else { return }
        transfers[id]?.task = nil
        transfers[id]?.finished = answer
        changed.insert(id)
        guard !transfer.tasks.isEmpty else { return await schedule() }
        transfers[id]?.isConcluding = true
        let wire = SessionAnswer(answer.head, url: answer.url)
        var isFirst = true
        while let tasks = transfers[id]?.tasks, let number = tasks.min() {
            let isShared = tasks.count > 1 || !isFirst
            isFirst = false
            var ending = SessionEnding(answer: wire, sentBytes: transfer.bodySize, size: answer.body.size)
            do throws(SystemError) {
                try await BlockingWork.run { [files] () throws(SystemError) in
                    try files.place(
                        answer.body.path, for: number, in: transfer.key, isShared: isShared)
                }
            } catch {
                ending.failure = FileFailure(.file(error))
                logger.error("what has come for task \(number) in \(transfer.key) cannot be put in place: \(error)")
            }
            // Its app may have cancelled it meanwhile, and taken note of that.
            transfers[id]?.tasks.remove(number)
            if let held = sessions[transfer.key]?.tasks[number], held.ending == nil {
                await end(number, in: transfer.key, ending)
            } else {
                removeFile(of: number, in: transfer.key)
            }
        }
        await remove(id)
        space.noteArrival()
    }

    /// A task has ended. It is kept until its app has taken note of that.
    func end(_ number: Int64, in key: SessionKey, _ ending: SessionEnding) async {
        guard var held = sessions[key]?.tasks[number], held.ending == nil else { return }
        let bodySize = held.transferID.flatMap { transfers[$0]?.bodySize } ?? 0
        if let id = held.transferID {
            transfers[id]?.tasks.remove(number)
            changed.insert(id)
        }
        held.transferID = nil
        held.ending = ending
        held.ending?.bodySize = bodySize > 0 ? bodySize : nil
        held.ending?.endedAt = clock.now
        earliestExpiry = min(earliestExpiry, clock.now + Self.untakenTime)
        sessions[key]?.tasks[number] = held
        // What another one goes on with is kept by then.
        await record(tasks: [SessionChange.Name(number, in: key)], transfers: ending.resumeID.map { [$0] } ?? [])
        post(event(ending, number, in: key), to: key)
        await settle(key)
    }

    /// Ends all tasks that a transfer is for.
    ///
    /// - `head`: what the server has answered; nil for nothing that counts.
    private func fail(_ id: String, _ failure: FileFailure, answered head: AnswerHead? = nil) async {
        guard let transfer = transfers[id], !transfer.isConcluding else { return }
        transfers[id]?.isConcluding = true
        if let task = transfer.task {
            task.cancel()
            await task.value
            transfers[id]?.task = nil
        }
        var ending = SessionEnding(
            answer: head.map { SessionAnswer($0, url: transfer.request.url) }, sentBytes: transfer.sentBytes,
            size: transfer.record.completedBytes, failure: failure)
        if await mayGoOn(after: failure, id), let number = transfers[id]?.tasks.popFirst() {
            // Whoever hears of it may go on with it at once: that is not looked at here any more.
            keep(id)
            ending.resumeID = id
            await end(number, in: transfer.key, ending)
            await makeRoomForKept(of: transfer.key.bundleID)
            return await schedule()
        }
        while let number = transfers[id]?.tasks.min() {
            transfers[id]?.tasks.remove(number)
            await end(number, in: transfer.key, ending)
        }
        await remove(id)
    }

    /// Why a download may fail of which another one may have what has come: what has come is as it should be.
    private static let passingCauses: Set<FileFailure.Cause> = [.timedOut, .cannotConnect, .cannotFindHost]

    /// Whether another download may go on with what has come of one that has failed.
    private func mayGoOn(after failure: FileFailure, _ id: String) async -> Bool {
        guard let transfer = transfers[id], transfer.tasks.count == 1, let number = transfer.tasks.first,
            sessions[transfer.key]?.tasks[number]?.task.kind == .download, Self.passingCauses.contains(failure.cause)
        else { return false }
        return await isResumable(id) && transfers[id]?.tasks == [number]
    }

    private func failed(_ id: String, _ number: UInt64, _ error: TransferError) async {
        guard var transfer = transfers[id], transfer.number == number else { return }
        transfer.task = nil
        if error == .cancelled || Task.isCancelled {
            // Held back, made to wait, or the service ends: it goes on from what is staged.
            transfers[id] = transfer
            changed.insert(id)
            await record(of: id)
            return await schedule()
        }
        logger.notice("\(transfer.request) in \(transfer.key) failed: \(error)")
        // What is done is not to be done twice, whether there is room for the answer or not.
        if error.remedy.waitsForSpace, let head = transfer.answer, !transfer.request.isIdempotent {
            transfers[id]?.task = nil
            return await fail(id, FileFailure(error), answered: head)
        }
        let now = clock.now
        let since = transfer.record.failingSince ?? now
        transfer.record.failingSince = since
        transfer.record.attempts += 1
        transfer.record.note(error, at: now)
        let delay = await delay(after: error, &transfer, age: now - since)
        guard let current = transfers[id], current.number == number, !current.isConcluding else { return }
        guard let delay else {
            transfers[id]?.task = nil
            return await fail(id, FileFailure(error))
        }
        transfer.tasks = current.tasks
        transfer.isHeld = current.isHeld
        transfer.refusal = current.refusal
        transfer.record.priority = current.record.priority
        transfer.record.keptUntil = current.record.keptUntil
        if error.remedy == .startOver { transfer.record.completedBytes = 0 }
        transfer.record.nextAttemptAt = now + delay
        transfers[id] = transfer
        // Not before: the queue is told of what there is.
        changed.insert(id)
        await record(of: id)
        for task in transfer.tasks where error.isConnectivity {
            post(SessionEvent(.waiting, number: task), to: transfer.key)
        }
        await schedule()
    }

    /// Seconds until the next try; nil when there is none.
    private func delay(
        after error: TransferError, _ transfer: inout SessionTransfer, age: Double
    ) async -> Double? {
        var retryAfter: Int?
        switch error.remedy {
        case .giveUp: return nil
        case .retry(let after): retryAfter = after
        case .waitForSpace(let needed):
            if await space.makeRoom(available: needed, for: .download(transfer.record.id)) {
                // For one that begins anew each time, and never ends, it would be made for ever.
                let gotFurther = transfer.madeRoomAt.map { transfer.furthest > $0 } ?? true
                transfer.madeRoomAt = transfer.furthest
                if gotFurther { return 0 }
            }
        case .startOver:
            // What has come belongs to an answer that the server has no more.
            do throws(TransferError) {
                try FileTransfer.discard(stagingPath: layout.staging(transfer.record.id))
            } catch { return nil }
        }
        // Whatever an app has handed over waits for its server, in front, too: the session's own time is its end.
        return await settings.retryPolicy.delay(
            attempt: transfer.record.attempts, age: 0, downloadClass: .background,
            isConnectivity: error.isConnectivity, retryAfter: retryAfter)
    }

    // MARK: Time

    /// Ends what has come to its end by time alone.
    ///
    /// - Returns: when the next one does, at the earliest (seconds since 1970).
    func endOverdue() async -> Double {
        let now = clock.now
        guard earliestDeadline <= now else { return earliestDeadline }
        // All are looked at before the first is ended: what changes meanwhile is looked at when it does.
        earliestDeadline = .infinity
        var overdue: [String] = []
        for transfer in transfers.values {
            let deadline = deadline(of: transfer)
            if deadline <= now {
                overdue.append(transfer.record.id)
            } else {
                earliestDeadline = min(earliestDeadline, deadline)
            }
        }
        for id in overdue {
            // Somebody may have joined it while another one was ended.
            guard let transfer = transfers[id], deadline(of: transfer) <= now else { continue }
            if transfer.tasks.isEmpty {
                transfer.task?.cancel()
                await remove(id)
            } else {
                await endOverdueTasks(of: transfer, now: now)
            }
        }
        return earliestDeadline
    }

    /// When a transfer, or the first of its tasks, is over (seconds since 1970).
    func deadline(of transfer: SessionTransfer) -> Double {
        if transfer.tasks.isEmpty { return transfer.record.keptUntil ?? .infinity }
        return transfer.tasks.map { deadline(of: $0, in: transfer) }.min() ?? .infinity
    }

    private func endOverdueTasks(of transfer: SessionTransfer, now: Double) async {
        let overdue = transfer.tasks.filter { deadline(of: $0, in: transfer) <= now }
        guard !overdue.isEmpty else { return }
        let failure = FileFailure(
            cause: .timedOut,
            message: "\(transfer.request) has not ended in the time that its session gives it"
                + (transfer.record.lastError.map { ": \($0)" } ?? ""))
        if overdue == transfer.tasks { return await fail(transfer.record.id, failure) }
        // Others have joined it later.
        for number in overdue.sorted() {
            await end(
                number, in: transfer.key,
                SessionEnding(sentBytes: transfer.sentBytes, size: transfer.record.completedBytes, failure: failure))
        }
        // They may have been cancelled meanwhile.
        await abandon(transfer.record.id)
    }

    /// When the time that its session gives a task is over (seconds since 1970). It is counted from when it may begin, and not while its app
    /// holds it back.
    private func deadline(of number: Int64, in transfer: SessionTransfer) -> Double {
        guard let session = sessions[transfer.key], let held = session.tasks[number], !held.isSuspended else {
            return .infinity
        }
        return max(held.createdAt, transfer.record.earliestBegin ?? 0) + session.settings.resourceTimeout
    }
}

extension SessionAnswer {
    init(_ head: AnswerHead, url: String) {
        self.init(
            status: head.status, headers: head.headers.map { FileRequest.Header(name: $0.name, value: $0.value) },
            version: head.version, url: url)
    }
}
