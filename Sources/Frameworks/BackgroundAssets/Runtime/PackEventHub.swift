// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

/// Brings the service's pack events to the consumers of this process, over one connection of its own.
///
/// The connection stands while there is a consumer. When it is lost, another one is made, and what has ended in the
/// meantime is sent again, or found by comparing with the status of packs, so that no end of a download is lost.
///
/// Ends of downloads that no process of the app has taken come first on a connection. They go to those who follow all
/// packs. Who follows one pack asks for it as a rule, and would take an old failure for the new one's: only that the
/// pack is here, in its newest version, is brought there.
final class PackEventHub: Sendable {
    private static let firstPause = Duration.milliseconds(10)
    private static let longestPause = Duration.seconds(5)
    static let largestEventCount = 1_024

    struct PackVersion: Hashable {
        let id: String
        let version: Int
    }

    /// The end of a download that no consumer has got yet.
    struct Missed {
        let eventID: Int64
        let update: AssetPackManager.DownloadStatusUpdate
    }

    /// A download that has begun.
    struct Flight {
        let entry: DownloadManifestEntry
        /// The first event of it.
        let since: Int64
    }

    struct State {
        var queues: [ObjectIdentifier: UpdateQueue] = [:]
        var task: Task<Void, Never>?
        /// Rises with each task, so that one that ends late does not take its successor for itself.
        var taskNumber = 0
        /// Whether the subscription stands, or could not be made: whoever waits for it goes on.
        var isSettled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Local versions by pack ID, as far as their ends were brought; nil when they are not known.
        var versions: [String: Int]?
        /// Packs that were said to be removed since the last comparison.
        var removedIDs: Set<String> = []
        /// Downloads that have begun and not ended.
        var inFlight: [String: Flight] = [:]
        /// Ends that were brought already, oldest first.
        var deliveredIDs: [Int64] = []
        /// Those of them that a consumer has taken, or that need none, oldest first.
        var takenIDs: [Int64] = []
        /// Ends that no consumer was there for, oldest first.
        var missed: [Missed] = []
        /// Taken ends that the service does not know of yet.
        var acknowledging: [Int64] = []
        var isAcknowledging = false
        /// Ends that were found by comparison: the event itself may still come.
        var found: Set<PackVersion> = []

        /// Remembers that an end was brought; false when it was before.
        mutating func isNew(_ eventID: Int64) -> Bool {
            if deliveredIDs.contains(eventID) { return false }
            deliveredIDs.append(eventID)
            if deliveredIDs.count > PackEventHub.largestEventCount { deliveredIDs.removeFirst() }
            return true
        }

        /// Notes an event of a download that goes on.
        mutating func fly(_ entry: DownloadManifestEntry, eventID: Int64) {
            let since = inFlight[entry.id].flatMap { $0.entry.version == entry.version ? $0.since : nil }
            inFlight[entry.id] = Flight(entry: entry, since: since ?? eventID)
        }

        /// Whether this is the end of the download of this version that is under way: what ended before that began is not.
        func isEndOfFlight(_ pack: PackVersion, eventID: Int64) -> Bool {
            guard let flight = inFlight[pack.id], flight.entry.version == pack.version else { return false }
            return eventID == 0 || eventID > flight.since
        }

        mutating func keep(_ end: Missed) {
            deliveredIDs.removeAll { $0 == end.eventID }
            guard !missed.contains(where: { $0.eventID == end.eventID }) else { return }
            missed.append(end)
            // What goes here is still with the service.
            if missed.count > PackEventHub.largestEventCount { missed.removeFirst() }
        }
    }

    let identity: AppIdentity
    let packs: LocalPacks
    private let progress: DownloadProgress?
    let state = Mutex(State())

    init(identity: AppIdentity, packs: LocalPacks) {
        self.identity = identity
        self.packs = packs
        progress = (try? identity.service).map { DownloadProgress(service: $0) }
    }

    // MARK: Consumers

    /// Adds a consumer, who gets what happens from now on, and what nobody was there for.
    func add(_ queue: UpdateQueue) {
        let missed = state.withLock { state in
            state.queues[ObjectIdentifier(queue)] = queue
            if state.task == nil {
                state.isSettled = false
                state.taskNumber += 1
                let number = state.taskNumber
                state.task = Task.detached { [self] in await run(number) }
            }
            return state.missed
        }
        for end in missed { bring(end) }
    }

    /// Takes a consumer away; with the last one the connection goes. An extension has only one, which stays.
    func remove(_ queue: UpdateQueue) {
        let (left, task) = state.withLock { state -> ([Missed], Task<Void, Never>?) in
            state.queues[ObjectIdentifier(queue)] = nil
            // In one step: whoever comes meanwhile is there already, or finds it kept.
            let left = queue.finish().filter { !state.takenIDs.contains($0.eventID) }
                .map { Missed(eventID: $0.eventID, update: $0.update) }
            for end in left { state.keep(end) }
            guard state.queues.isEmpty, !identity.isExtension else { return (left, nil) }
            state.inFlight = [:]
            defer { state.task = nil }
            return ([], state.task)
        }
        for end in left { bring(end) }
        task?.cancel()
    }

    /// Returns when the subscription of the consumers that are there stands, or cannot be made: what is begun after that
    /// is not missed.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.task == nil || state.isSettled { return true }
                state.waiters.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    /// - `number`: of the task that says so; a later one is still at it.
    private func settle(_ number: Int) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.taskNumber == number else { return [] }
            state.isSettled = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    // MARK: The subscription

    /// One connection after another, while there are consumers.
    private func run(_ number: Int) async {
        defer { settle(number) }
        await learnVersions()
        var pause = Self.firstPause
        var start = ServiceStart.always
        while !Task.isCancelled, state.withLock({ $0.taskNumber == number && !$0.queues.isEmpty }) {
            do throws(ServiceClientError) {
                let events = try await identity.service.stream(
                    PacksInterface.Subscribe(acknowledges: identity.isExtension ? nil : true),
                    as: PackEventMessage.self, start: start)
                for try await event in events {
                    if event.knownKind == .subscribed {
                        pause = Self.firstPause
                        // One that is lost from here on was killed, or ended on purpose.
                        start = .afterCrash
                        await compare()
                        settle(number)
                    } else if !Task.isCancelled {
                        take(event)
                    }
                }
            } catch {
                switch error {
                case .cancelled:
                    break
                case .streamsUnavailable, .location:
                    return Diagnostics.report("\(error)")
                default:
                    if !error.isTransient { Diagnostics.report("asset pack events are not available: \(error)") }
                }
            }
            settle(number)
            // Cancelled: the condition of the loop ends it.
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Brings an event to the consumers.
    private func take(_ event: PackEventMessage) {
        guard let entry = event.pack else { return }
        let pack = AssetPack(entry)
        switch event.knownKind {
        case .subscribed, .unknown:
            break
        case .removed:
            state.withLock { state in
                state.versions?[pack.id] = nil
                state.removedIDs.insert(pack.id)
                state.missed.removeAll { $0.update.isFinished(pack.id) }
            }
            acknowledge(event.id)
        case .began:
            state.withLock { state in
                state.fly(entry, eventID: event.id)
                state.removedIDs.remove(entry.id)
                state.found.remove(PackVersion(id: entry.id, version: entry.version))
            }
            deliver(.began(pack))
        case .paused:
            state.withLock { $0.fly(entry, eventID: event.id) }
            deliver(.paused(pack))
        case .downloading:
            state.withLock { $0.fly(entry, eventID: event.id) }
            guard let progress else { return }
            deliver(
                .downloading(
                    pack,
                    progress.update(
                        entry.id, version: entry.version, completed: event.completedBytes ?? 0,
                        total: event.totalBytes ?? 0)))
        case .finished:
            end(.finished(pack), eventID: event.id, isMissed: event.isMissed)
        case .failed:
            let error = event.failure?.error ?? ServiceError(.downloadFailed, "the download of \(entry.id) failed")
            end(
                .failed(pack, ErrorTranslation.error(error, packID: entry.id)), eventID: event.id,
                isMissed: event.isMissed)
        }
    }

    /// Brings the end of a download, once.
    ///
    /// - `eventID`: 0 for an end that was found by comparison.
    /// - `isMissed`: whether it happened before this connection.
    func end(_ update: AssetPackManager.DownloadStatusUpdate, eventID: Int64, isMissed: Bool = false) {
        let pack = update.assetPack
        let (isNew, isTaken, wasInFlight) = state.withLock { state in
            if case .finished = update {
                state.versions?[pack.id] = pack.version
                state.removedIDs.remove(pack.id)
            }
            if eventID > 0, !state.isNew(eventID) { return (false, state.takenIDs.contains(eventID), false) }
            let wasInFlight = state.isEndOfFlight(PackVersion(id: pack.id, version: pack.version), eventID: eventID)
            // An old end says nothing of a download that has begun since.
            if !isMissed || wasInFlight { state.inFlight[pack.id] = nil }
            let wasFound = state.found.remove(PackVersion(id: pack.id, version: pack.version)) != nil
            return (!wasFound, wasFound, wasInFlight)
        }
        guard isNew else {
            // Whoever has taken it has not been heard of by the service.
            if eventID > 0, isTaken { acknowledge(eventID) }
            return
        }
        if isMissed, !wasInFlight { return bring(Missed(eventID: eventID, update: update)) }
        if case .finished = update {
            progress?.end(pack.id, isFinished: true)
        } else {
            progress?.end(pack.id, isFinished: false)
        }
        let isBrought = deliver(update, eventID: eventID > 0 ? eventID : nil)
        // Somebody may have come since.
        if !isBrought, eventID > 0 { bring(Missed(eventID: eventID, update: update)) }
    }

    @discardableResult private func deliver(
        _ update: AssetPackManager.DownloadStatusUpdate, eventID: Int64? = nil
    ) -> Bool {
        var isBrought = false
        for queue in state.withLock({ Array($0.queues.values) }) where queue.push(update, eventID: eventID) {
            isBrought = true
        }
        return isBrought
    }
}
