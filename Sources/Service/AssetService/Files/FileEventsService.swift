// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// Tells those who follow the files of an app what happens to them, and has every end taken by somebody.
actor FileEventsService {
    struct Follower: Sendable {
        let bundleID: String
        let processID: Int32
        let isExtension: Bool
        let answersChallenges: Bool
        /// What it has declined to answer.
        var declinedMethods: Set<Challenge.Method> = []
        let mailbox: EventMailbox<FileEvent>
    }

    private let store: AssetStore
    private let ids: EventIDs
    private let finished: FinishedFiles
    /// Whether a process of an app is in front.
    let isInFront: @Sendable (Int32) -> Bool
    private let isSuspended: @Sendable (Int32) -> Bool
    private let clock: any WallClock
    private let logger: Logger
    var followers: [UInt64: Follower] = [:]
    /// What followers were asked.
    var challenges = ChallengeTable()
    private var nextFollower: UInt64 = 1
    private var lines: [String: EndingLine] = [:]
    private var timer: Task<Void, Never>?
    /// Apps that are being installed or updated: their ends are told when that has come to its end.
    private var held: Set<String> = []
    /// Apps of which a process ran when the service began, and has not come back yet: their ends wait for it, until a time.
    private var returning: [String: Double] = [:]
    /// There may be ends that no follower takes.
    let changes = ChangeSignal()
    /// An extension has nothing in its hands any more.
    private let returns = ChangeSignal()
    /// Apps of which a process was not in front when there was something to tell it, with those who follow for it.
    private var absent: [String: Set<UInt64>] = [:]

    init(
        store: AssetStore, ids: EventIDs, finished: FinishedFiles, isInFront: @escaping @Sendable (Int32) -> Bool,
        isSuspended: @escaping @Sendable (Int32) -> Bool, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.ids = ids
        self.finished = finished
        self.isInFront = isInFront
        self.isSuspended = isSuspended
        self.clock = clock
        self.logger = logger
    }

    /// Takes up the ends that nobody had taken when the service ended. What nobody came for in a month is forgotten, with its
    /// file.
    ///
    /// - `installing`: apps whose installation goes on.
    func restore(installing: [String]) async throws(AssetStoreError) {
        held = Set(installing)
        var moved: [Int64] = []
        for stored in try await store.fileEndings() {
            if stored.endedAt < clock.now - StoredFileEnding.lifetime {
                try await store.removeFileEndings([stored.id])
                do throws(SystemError) { try finished.remove(stored.downloadID, of: stored.bundleID) } catch {
                    logger.warning("a file of \(stored.bundleID) that nobody has taken cannot be removed: \(error)")
                }
                continue
            }
            do {
                let event = try JSONDecoder().decode(FileEvent.self, from: stored.body)
                // Whoever had moved it when the service was killed has taken it.
                if isMoved(event) {
                    moved.append(stored.id)
                    continue
                }
                lines[stored.bundleID, default: EndingLine()].add(event)
            } catch {
                logger.error("the end \(stored.id) of a file of \(stored.bundleID) cannot be read: \(error)")
                try await store.removeFileEndings([stored.id])
            }
        }
        if !moved.isEmpty {
            do throws(AssetStoreError) { try await store.removeFileEndings(moved) } catch {
                logger.warning("that files were taken cannot be recorded yet: \(error)")
            }
            await store.wipeLog(logger)
        }
        try await waitForThoseWhoRun()
        for bundleID in lines.keys { offer(bundleID) }
    }

    /// Seconds that the processes of apps have to come back to a service that has begun, before extensions are told in their place.
    static let returnTime: Double = 5

    private func waitForThoseWhoRun() async throws(AssetStoreError) {
        let deadline = clock.now + Self.returnTime
        for bundleID in lines.keys {
            let tokens = try await store.tokens(of: bundleID)
            let processes = await BlockingWork.run { LaunchedProcesses.running(tokens: tokens) }
            if processes.contains(where: isInFront) { returning[bundleID] = deadline }
        }
        guard !returning.isEmpty else { return }
        Task {
            do { try await clock.sleep(until: deadline) } catch { return }
            returning = [:]
            changes.signal()
        }
    }

    // MARK: Installations

    /// Keeps the ends of an app back until `release`.
    func hold(_ bundleID: String) { held.insert(bundleID) }

    /// Tells the ends of an app that were kept back.
    func release(_ bundleID: String) {
        guard held.remove(bundleID) != nil else { return }
        // What an extension of before was left alone with is this one's.
        lines[bundleID]?.leaveAnew()
        offer(bundleID)
    }

    /// Those of these downloads of which the file has come, and nobody has taken it yet.
    func finished(among ids: [String], of bundleID: String) -> Set<String> {
        guard let line = lines[bundleID] else { return [] }
        return Set(ids.filter { line.hasFinished(id: $0) })
    }

    /// Ends of an app that nobody has taken yet.
    func count(of bundleID: String) -> Int { lines[bundleID]?.count ?? 0 }

    /// Those of these names, the app's own, of which a file has come that nobody has taken yet.
    func finishedNames(among identifiers: [String], of bundleID: String) -> Set<String> {
        guard let line = lines[bundleID] else { return [] }
        return Set(identifiers.filter { line.hasFinished($0) })
    }

    // MARK: Followers

    /// Sends what happens to the files of an app from now on, until the task is cancelled or `send` throws: first that
    /// the subscription stands, then the ends that nobody has taken.
    ///
    /// - `answersChallenges`: the process is asked what the servers of its downloads ask.
    func follow(
        bundleID: String, session: Session, answersChallenges: Bool = false,
        send: @Sendable (FileEvent) async throws -> Void
    ) async throws {
        let id = nextFollower
        nextFollower += 1
        let mailbox = EventMailbox<FileEvent>()
        mailbox.post(FileEvent(id: 0, kind: .subscribed, bundleID: bundleID, file: nil))
        followers[id] = Follower(
            bundleID: bundleID, processID: session.processID, isExtension: session.caller.isExtension,
            answersChallenges: answersChallenges, mailbox: mailbox)
        if !session.caller.isExtension { returning[bundleID] = nil }
        renew(bundleID)
        do {
            while let event = await mailbox.next() { try await send(event) }
            await leave(id)
        } catch {
            await leave(id)
            throw error
        }
    }

    private func leave(_ id: UInt64) async {
        guard let follower = followers.removeValue(forKey: id) else { return }
        follower.mailbox.close()
        challenges.left(id)
        let bundleID = follower.bundleID
        // Who moves a file and ends at once has taken it, though there was no time to say so.
        let moved = (lines[bundleID]?.offered(to: id) ?? []).filter(isMoved)
        let taken = moved.compactMap { lines[bundleID]?.conclude($0.id, by: id, isTaken: true) }
        await settle(taken + (lines[bundleID]?.left(id) ?? []), of: bundleID)
    }

    /// Whether the file of an end is not where its app finds it any more.
    private func isMoved(_ event: FileEvent) -> Bool {
        guard event.kind == .finished, let file = event.file else { return false }
        return !finished.contains(file.id, of: event.bundleID)
    }

    /// A process that follows says whether it has taken an end.
    func conclude(_ eventID: Int64, by processID: Int32, of bundleID: String, isTaken: Bool) async {
        let own = followers.filter { $0.value.processID == processID && $0.value.bundleID == bundleID }.keys
        let taken = own.compactMap { lines[bundleID]?.conclude(eventID, by: $0, isTaken: isTaken) }
        await settle(taken, of: bundleID)
    }

    /// Somebody may take now what nobody took before.
    func renew(_ bundleID: String) {
        lines[bundleID]?.renew()
        offer(bundleID)
    }

    /// Apps with ends for a process that was not in front.
    var awaited: Set<String> { Set(absent.keys) }

    /// Offers the ends of an app again when a process is in front that was not.
    func renewForThoseWhoCameBack(to bundleID: String) {
        let isBack = absent[bundleID]?.contains { id in followers[id].map { isInFront($0.processID) } ?? false }
        if isBack ?? false { renew(bundleID) }
    }

    // MARK: Events

    func nextID() async -> Int64 { await ids.next() }

    /// One for each of several events.
    func nextIDs(_ count: Int) async -> [Int64] {
        var result: [Int64] = []
        for _ in 0..<count { result.append(await ids.next()) }
        return result
    }

    /// Tells all followers of the app of something that is no end. Whoever is suspended is told nothing of it: that is
    /// never queued.
    func publish(_ event: FileEvent) {
        for follower in followers.values
        where follower.bundleID == event.bundleID && !isSuspended(follower.processID) { follower.mailbox.post(event) }
    }

    /// A download has ended, which is on record: somebody must take it.
    func ended(_ event: FileEvent) { ended([event], of: event.bundleID) }

    /// The same of several of an app.
    func ended(_ events: [FileEvent], of bundleID: String) {
        for event in events { lines[bundleID, default: EndingLine()].add(event) }
        offer(bundleID)
    }

    /// Forgets the ends of an app that is being removed.
    func forget(_ bundleID: String) {
        lines[bundleID] = lines[bundleID].map { EndingLine(after: $0) }
        held.remove(bundleID)
    }

    // MARK: The extension's part

    /// Apps with ends that no follower takes, with how many each has had of those so far.
    var declining: [String: Int] {
        lines.filter { $0.value.hasDeclined && !held.contains($0.key) && returning[$0.key] == nil }
            .mapValues(\.declineCount)
    }

    /// Waits while the extension of an app is being told of essential files, which it puts in their place, but not longer than
    /// until a time.
    func waitForEssentials(of bundleID: String, until deadline: Double) async {
        while lines[bundleID]?.isPlacingEssentials == true, clock.now < deadline, !Task.isCancelled {
            await clock.sleep(until: deadline, orFirstOf: returns.changes(beginningWithOne: false))
        }
    }

    func takeForExtension(of bundleID: String) -> FileEvent? { lines[bundleID]?.takeForExtension() }

    /// Whether the extension of an app has an end in its hands, or is about to.
    func isWithExtension(_ eventID: Int64, of bundleID: String) -> Bool { lines[bundleID]?.withExtension == eventID }

    /// Whether there is an end for the extension of an app that it has not failed at.
    func hasUntried(_ bundleID: String) -> Bool { lines[bundleID]?.hasUntried ?? false }

    func extensionConcluded(_ bundleID: String, isTaken: Bool, hasFailed: Bool = true) async {
        let taken = lines[bundleID]?.extensionConcluded(isTaken: isTaken, hasFailed: hasFailed)
        await settle(taken.map { [$0] } ?? [], of: bundleID)
        returns.signal()
    }

    // MARK: Lines

    private func offer(_ bundleID: String) {
        absent[bundleID] = nil
        guard lines[bundleID]?.isEmpty == false, !held.contains(bundleID) else { return }
        let all = followers.filter { $0.value.bundleID == bundleID }
        let own = all.filter { $0.value.isExtension || isInFront($0.value.processID) }
        if own.count < all.count { absent[bundleID] = Set(all.keys).subtracting(own.keys) }
        // In its place: a copy would take as long as the line is.
        let events = lines[bundleID]?.offer(to: Set(own.keys), now: clock.now) ?? []
        for event in events { for follower in own.values { follower.mailbox.post(event) } }
        wake()
        changes.signal()
    }

    private func settle(_ taken: [FileEvent], of bundleID: String) async {
        if !taken.isEmpty {
            do throws(AssetStoreError) { try await store.removeFileEndings(taken.map(\.id)) } catch {
                // They are told once more after the next start, as far as their files are there.
                logger.error("that ends of files of \(bundleID) were taken cannot be recorded: \(error)")
            }
            await store.wipeLog(logger)
        }
        offer(bundleID)
        if lines[bundleID]?.isEmpty == true {
            wake()
            changes.signal()
        }
    }

    /// Sees to it that those who are silent for too long are waited for no longer.
    private func wake() {
        timer?.cancel()
        timer = lines.values.compactMap(\.nextDeadline).min().map { time in
            Task {
                do { try await clock.sleep(until: time) } catch { return }
                let absent = Set(followers.filter { !$0.value.isExtension && !isInFront($0.value.processID) }.keys)
                for bundleID in lines.keys {
                    await settle(lines[bundleID]?.expire(now: clock.now, absent: absent) ?? [], of: bundleID)
                }
            }
        }
    }
}
