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
/// meantime is found by comparing with the status of packs, so that no end of a download is lost.
final class PackEventHub: Sendable {
    private static let firstPause = Duration.milliseconds(10)
    private static let longestPause = Duration.seconds(5)
    private static let largestEventCount = 1_024

    struct PackVersion: Hashable {
        let id: String
        let version: Int
    }

    private struct State {
        var queues: [ObjectIdentifier: UpdateQueue] = [:]
        var task: Task<Void, Never>?
        /// Rises with each task, so that one that ends late does not take its successor for itself.
        var taskNumber = 0
        /// Whether the subscription stands, or could not be made: whoever waits for it goes on.
        var isSettled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Local versions by pack ID, as far as their ends were brought; nil when they are not known.
        var versions: [String: Int]?
        /// Downloads that have begun and not ended.
        var inFlight: [String: DownloadManifestEntry] = [:]
        /// Ends that were brought already, oldest first.
        var deliveredIDs: [Int64] = []
        /// Ends that were found by comparison: the event itself may still come.
        var found: Set<PackVersion> = []
    }

    let identity: AppIdentity
    let packs: LocalPacks
    private let progress: DownloadProgress?
    private let state = Mutex(State())

    init(identity: AppIdentity, packs: LocalPacks) {
        self.identity = identity
        self.packs = packs
        progress = (try? identity.service).map { DownloadProgress(service: $0) }
    }

    // MARK: Consumers

    /// Adds a consumer, who gets what happens from now on.
    func add(_ queue: UpdateQueue) {
        state.withLock { state in
            state.queues[ObjectIdentifier(queue)] = queue
            guard state.task == nil else { return }
            state.isSettled = false
            state.taskNumber += 1
            let number = state.taskNumber
            state.task = Task.detached { [self] in await run(number) }
        }
    }

    /// Takes a consumer away; with the last one the connection goes.
    func remove(_ queue: UpdateQueue) {
        queue.finish()
        let task = state.withLock { state -> Task<Void, Never>? in
            state.queues[ObjectIdentifier(queue)] = nil
            guard state.queues.isEmpty else { return nil }
            state.inFlight = [:]
            defer { state.task = nil }
            return state.task
        }
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

    /// - Parameter number: of the task that says so; a later one is still at it.
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
        while !Task.isCancelled, state.withLock({ $0.taskNumber == number && !$0.queues.isEmpty }) {
            do throws(ServiceClientError) {
                let events = try await identity.service.stream(
                    PacksInterface.Subscribe(), as: PackEventMessage.self)
                for try await event in events {
                    if event.knownKind == .subscribed {
                        pause = Self.firstPause
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
                case .streamsUnavailable, .noLocation:
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
        guard let kind = event.knownKind, let entry = event.pack else { return }
        let pack = AssetPack(entry)
        switch kind {
        case .subscribed:
            break
        case .began:
            state.withLock { state in
                state.inFlight[entry.id] = entry
                state.found.remove(PackVersion(id: entry.id, version: entry.version))
            }
            deliver(.began(pack))
        case .paused:
            state.withLock { $0.inFlight[entry.id] = entry }
            deliver(.paused(pack))
        case .downloading:
            state.withLock { $0.inFlight[entry.id] = entry }
            guard let progress else { return }
            deliver(
                .downloading(
                    pack,
                    progress.update(
                        entry.id, version: entry.version, completed: event.completedBytes ?? 0,
                        total: event.totalBytes ?? 0)))
        case .finished:
            end(.finished(pack), eventID: event.id)
        case .failed:
            let error = event.failure?.error ?? ServiceError(.downloadFailed, "the download of \(entry.id) failed")
            end(.failed(pack, ErrorTranslation.error(error, packID: entry.id)), eventID: event.id)
        }
    }

    /// Brings the end of a download, once.
    private func end(_ update: AssetPackManager.DownloadStatusUpdate, eventID: Int64) {
        let pack = update.assetPack
        let isNew = state.withLock { state in
            state.inFlight[pack.id] = nil
            if case .finished = update { state.versions?[pack.id] = pack.version }
            if eventID > 0 {
                if state.deliveredIDs.contains(eventID) { return false }
                state.deliveredIDs.append(eventID)
                if state.deliveredIDs.count > Self.largestEventCount { state.deliveredIDs.removeFirst() }
            }
            return state.found.remove(PackVersion(id: pack.id, version: pack.version)) == nil
        }
        guard isNew else { return }
        if case .finished = update {
            progress?.end(pack.id, isFinished: true)
        } else {
            progress?.end(pack.id, isFinished: false)
        }
        deliver(update)
    }

    private func deliver(_ update: AssetPackManager.DownloadStatusUpdate) {
        for queue in state.withLock({ Array($0.queues.values) }) { queue.push(update) }
    }

    // MARK: What happened without us

    /// Notes which versions are local before the first subscription stands.
    private func learnVersions() async {
        let versions = await localVersions()
        state.withLock { $0.versions = versions }
    }

    private func localVersions() async -> [String: Int]? {
        do {
            // The bundle may have to be asked for, which must not block this task's thread.
            if !identity.knowsBundleID { _ = try await identity.reply() as AppsInterface.Hello.Reply }
            return try packs.newestVersions()
        } catch {
            Diagnostics.report("the local asset packs are not known: \(error)")
            return nil
        }
    }

    /// Compares what was known before the connection stood with how things are now.
    private func compare() async {
        for entry in state.withLock({ Array($0.inFlight.values) }) { await compare(entry) }
        // A pack may also have begun and ended meanwhile.
        guard let now = await localVersions() else { return }
        let (before, inFlight) = state.withLock { ($0.versions, Set($0.inFlight.keys)) }
        for (id, version) in now.sorted(by: { $0.key < $1.key }) {
            guard let before, before[id] != version, !inFlight.contains(id) else { continue }
            await find(.finished(AssetPack(await entry(id, version: version))))
        }
        state.withLock { $0.versions = now }
    }

    private func compare(_ entry: DownloadManifestEntry) async {
        let status: PacksInterface.Status.Reply
        do throws(ServiceClientError) {
            status = try await identity.service.call(PacksInterface.Status(packID: entry.id, online: false))
        } catch {
            // Not known now: it stays under way, and is compared after the next connection.
            return
        }
        if PackStatus(rawValue: status.status).contains(.downloading) { return }
        if status.localVersion == entry.version {
            await find(.finished(AssetPack(entry)))
        } else {
            let error = ServiceError(
                .downloadFailed,
                "the download of \(entry.id) ended while the service was not reachable: ask for it again",
                subject: entry.id)
            await find(.failed(AssetPack(entry), ErrorTranslation.error(error, packID: entry.id)))
        }
    }

    /// Brings an end that was found by comparison.
    private func find(_ update: AssetPackManager.DownloadStatusUpdate) async {
        end(update, eventID: 0)
        state.withLock { state in
            if state.found.count >= Self.largestEventCount { state.found = [] }
            state.found.insert(PackVersion(id: update.assetPack.id, version: update.assetPack.version))
        }
    }

    /// A pack as the manifest lists it; what is known of it when the manifest cannot be had or lacks it.
    private func entry(_ id: String, version: Int) async -> DownloadManifestEntry {
        if let reply = try? await identity.service.call(PacksInterface.Manifest(refresh: false)),
            let entry = reply.manifest.entry(withID: id), entry.version == version
        {
            return entry
        }
        return DownloadManifestEntry(
            id: id, url: id, version: version, downloadSize: 0, downloadPolicy: .onDemand, host: nil)
    }
}

extension ServiceClientError {
    /// Whether a service that is started again makes it go away.
    fileprivate var isTransient: Bool {
        switch self {
        case .connection, .serviceDidNotStart, .cancelled: true
        case .service(let error): error.code == .serviceStopping
        default: false
        }
    }
}
