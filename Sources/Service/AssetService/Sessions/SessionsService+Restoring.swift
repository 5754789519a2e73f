// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// What an earlier run of the service has left, and what happens by time.
extension SessionsService {
    /// Takes up sessions, their tasks and their transfers.
    func restore() async throws(AssetStoreError) {
        let decoder = JSONDecoder()
        for stored in try await store.sessions() {
            let settings = try? decoder.decode(SessionSettings.self, from: stored.settings)
            let key = SessionKey(bundleID: stored.bundleID, identifier: stored.identifier)
            sessions[key] = SessionState(settings: settings ?? SessionSettings())
        }
        for var record in try await store.sessionTransfers() {
            let key = SessionKey(bundleID: record.bundleID, identifier: record.session)
            guard let request = try? decoder.decode(FileRequest.self, from: record.request) else {
                logger.error("a request in \(key) cannot be read and is dropped")
                continue
            }
            record.followClock(now: clock.now)
            transfers[record.id] = SessionTransfer(record: record, request: request, key: key)
        }
        var lost: [(SessionKey, Int64)] = []
        for stored in try await store.sessionTasks() {
            let key = SessionKey(bundleID: stored.bundleID, identifier: stored.session)
            guard let held = HeldSessionTask(stored) else {
                logger.error("task \(stored.number) in \(key) cannot be read and is dropped")
                continue
            }
            sessions[key]?.tasks[held.task.number] = held
            guard held.ending == nil else { continue }
            if let id = held.transferID, transfers[id] != nil {
                transfers[id]?.tasks.insert(held.task.number)
            } else {
                lost.append((key, held.task.number))
            }
        }
        for transfer in transfers.values {
            transfers[transfer.record.id]?.isHeld = transfer.tasks.allSatisfy {
                sessions[transfer.key]?.tasks[$0]?.isSuspended ?? true
            }
            changed.insert(transfer.record.id)
        }
        for (key, number) in lost {
            await end(
                number, in: key,
                SessionEnding(
                    failure: FileFailure(cause: .fileSystem, message: "what it asked for could not be read any more")))
        }
        await sweep()
    }

    /// Removes the files of tasks that are off the record, and of apps that are gone: the service was ended before it had.
    private func sweep() async {
        var kept: [String: Set<String>] = [:]
        for (key, state) in sessions {
            for held in state.tasks.inOrder where held.ending != nil {
                kept[key.bundleID, default: []].insert(files.name(of: held.task.number, in: key))
            }
        }
        do throws(SystemError) {
            try await BlockingWork.run { [files, kept] () throws(SystemError) in try files.removeAll(except: kept) }
        } catch { logger.warning("what has come in sessions, and is nobody's any more, cannot be removed: \(error)") }
    }

    /// Goes by the time and the conditions, until the task is cancelled.
    func run() async {
        await reconsider()
        // What nobody wants, and is not kept for anybody, has outlived its moment.
        for transfer in transfers.values where transfer.tasks.isEmpty && transfer.record.keptUntil == nil {
            await remove(transfer.record.id)
        }
        for key in sessions.keys { await settle(key) }
        while !Task.isCancelled {
            // From before it is looked at, so that nothing falls in between.
            let changes = ChangeSignal.changes(of: [changes] + conditions.taskSignals)
            await reconsider()
            let next = min(await endOverdue(), await dropUntaken(), await recordAgain())
            await clock.sleep(until: next, orFirstOf: changes)
        }
    }

    /// Drops the ends that an app has not taken note of for too long: what has come takes room on the disk.
    ///
    /// - Returns: when the next one is, at the earliest (seconds since 1970).
    private func dropUntaken() async -> Double {
        let now = clock.now
        guard earliestExpiry <= now else { return earliestExpiry }
        earliestExpiry = .infinity
        var names: [SessionChange.Name] = []
        for (key, state) in sessions {
            for held in state.tasks.inOrder {
                // What its app was never woken for waits: a clock may have been set years ahead since.
                guard let ending = held.ending, ending.wakes ?? 0 > 0 || !state.settings.sendsLaunchEvents else {
                    continue
                }
                let expiry = (ending.endedAt ?? held.createdAt) + Self.untakenTime
                if expiry > now {
                    earliestExpiry = min(earliestExpiry, expiry)
                } else {
                    names.append(SessionChange.Name(held.task.number, in: key))
                }
            }
        }
        for name in names {
            logger.notice("\(name) has ended a month ago, and its app has not taken note of that: it is dropped")
            sessions[name.key]?.tasks[name.number] = nil
        }
        await record(tasks: names)
        for name in names { removeFile(of: name.number, in: name.key) }
        for key in Set(names.map(\.key)) { await settle(key) }
        return earliestExpiry
    }

    /// An app has been woken for what has ended.
    func noteWake(for key: SessionKey) async {
        var names: [SessionChange.Name] = []
        for held in sessions[key]?.tasks.inOrder ?? [] {
            guard var ending = held.ending else { continue }
            ending.wakes = (ending.wakes ?? 0) + 1
            var held = held
            held.ending = ending
            sessions[key]?.tasks[held.task.number] = held
            names.append(SessionChange.Name(held.task.number, in: key))
        }
        await record(tasks: names)
        // They are dropped some time from now on.
        earliestExpiry = -.infinity
        changes.signal()
    }

    /// Has transfers go by the network that there is now, and the queue by them.
    func reconsider() async {
        let metered = await conditions.rules.ofAll.first { if case .metered(_) = $0 { true } else { false } }
        if metered != self.metered {
            self.metered = metered
            changed.formUnion(transfers.ids)
        }
        if !changed.isEmpty { await schedule() }
    }

    /// Has a transfer that has changed go by the network that there is, and be looked at when its time is over.
    func judge(_ id: String) {
        guard let transfer = transfers[id], let session = sessions[transfer.key] else { return }
        earliestDeadline = min(earliestDeadline, deadline(of: transfer))
        // Of tasks that ask the same one is enough that may.
        let mayUse = transfer.tasks.contains { session.tasks[$0]?.task.allowsExpensive ?? true }
        let refusal = session.settings.allowsExpensive && (mayUse || transfer.tasks.isEmpty) ? nil : metered
        guard refusal != transfer.refusal else { return }
        transfers[id]?.refusal = refusal
        if refusal != nil { transfer.task?.cancel() }
    }
}
