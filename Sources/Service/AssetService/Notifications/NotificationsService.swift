// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DesktopNotifications
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// What apps have their person told: held until its time, shown by the desktop where there is one, listed where there is none, and what the
/// person does with it told to the app, which is started for it when it does not run.
actor NotificationsService {
    /// Seconds that an app in front has to say whether a person is told all the same.
    static let presentationTime: Double = 5
    /// Seconds that an app has for a response that nobody is to see it for.
    static let responseTime: Double = 30

    /// A process that hears of its notifications.
    struct Follower: Sendable {
        let bundleID: String
        let processID: Int32
        let mailbox: EventMailbox<NotificationEvent>
    }

    /// An app in front was asked about a notification.
    struct Presentation: Sendable {
        let key: NotificationKey
        let request: NotificationRequest
        let follower: UInt64
        /// Until when it is waited for (seconds since 1970).
        let end: Double
    }

    let recorder: ChangeRecorder<NotificationChange>
    let store: AssetStore
    let catalog: AppCatalog
    let opening: NotificationOpening
    private let ids: EventIDs
    let clock: any WallClock
    let logger: Logger
    /// Of the session bus.
    private let busAddress: String?
    private let (signals, signalling) = AsyncStream.makeStream(of: NotificationSignal.self)
    private(set) var server: NotificationServer?
    /// Where the device is.
    private let timeZone: LocalTimeZone
    var pending: PendingNotifications
    var delivered: [NotificationKey: DeliveredNotification] = [:]
    var apps: [String: NotificationApp] = [:]
    var presentations: [Int64: Presentation] = [:]
    var responses: [Int64: HeldResponse] = [:]
    /// Apps that run for a response where nobody sees them, and until when (seconds since 1970).
    var awake: [String: Double] = [:]
    var followers: [UInt64: Follower] = [:]
    private var nextFollower: UInt64 = 1
    let changes = ChangeSignal()
    private let order = KeyedLock()

    /// - `busAddress`: of the session bus; nil where there is none.
    init(
        store: AssetStore, ids: EventIDs, catalog: AppCatalog, opening: NotificationOpening, busAddress: String?,
        timeZone: LocalTimeZone, clock: any WallClock, logger: Logger
    ) {
        self.ids = ids
        self.timeZone = timeZone
        pending = PendingNotifications(in: timeZone.current)
        self.store = store
        recorder = ChangeRecorder("what became of notifications", changes: changes, logger: logger) {
            (change, answer) async throws(AssetStoreError) in try await store.record(change, answer: answer)
        }
        self.catalog = catalog
        self.opening = opening
        self.busAddress = busAddress
        self.clock = clock
        self.logger = logger
    }

    /// Whether nobody has to be told anything, and nothing is shown whose choice would be missed.
    var isIdle: Bool {
        pending.nextTime == nil && presentations.isEmpty && awake.isEmpty
            && !delivered.values.contains { $0.number != nil }
    }

    /// A number that no presentation and no response has had, in other runs of the service either: apps live longer, and know what they
    /// have heard of by it.
    func nextNumber() async -> Int64 {
        while true {
            let number = await ids.next()
            if responses[number] == nil { return number }
        }
    }

    /// Changes what is on record, when what was begun before has been recorded.
    func inOrder<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (isolated NotificationsService) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await order.withLock("") { () async throws(Failure) in try await body(self) }
    }

    /// What has happened is done all the same where it cannot be recorded.
    func record(_ change: NotificationChange) async {
        guard change != NotificationChange() else { return }
        await recorder.note(change)
    }

    // MARK: Running

    /// Takes up what an earlier run left.
    func restore() async throws(AssetStoreError) {
        for stored in try await store.notificationApps() { apps[stored.bundleID] = NotificationApp(stored) }
        for stored in try await store.notificationResponses() {
            guard let response = NotificationResponse(stored) else { continue }
            responses[stored.id] = HeldResponse(bundleID: stored.bundleID, response: response)
        }
        for bundleID in Set(responses.values.map(\.bundleID)) where await opening.goesOn(bundleID) {
            awake[bundleID] = clock.now + Self.responseTime
        }
        for stored in try await store.notifications() {
            let key = NotificationKey(bundleID: stored.bundleID, identifier: stored.identifier)
            guard let request = stored.decodedRequest else { continue }
            if stored.state == NotificationRecord.State.pending.rawValue {
                pending.restore(key, request, since: stored.since, time: stored.time, now: clock.now)
            } else {
                let number = busAddress == nil ? nil : stored.shownNumber
                delivered[key] = DeliveredNotification(request: request, time: stored.time ?? 0, number: number)
            }
        }
        // Of one bus: what others have shown is gone with them.
        let last = delivered.values.filter { $0.number != nil }.max { $0.time < $1.time }?.number?.server
        var names: [UInt32: String] = [:]
        for (key, it) in delivered {
            if let number = it.number, number.server == last {
                names[number.number] = key.name
            } else {
                delivered[key]?.number = nil
            }
        }
        do throws(SystemError) {
            server = try NotificationServer(
                address: busAddress, showing: names, by: last, logger: logger
            ) {
                [signalling] signal in
                signalling.yield(signal)
            }
        } catch { logger.error("notifications are listed, and not shown: \(error)") }
        await server?.start()
    }

    /// Tells people what they are to be told, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in for await signal in signals { await take(signal) } }
            group.addTask { [self] in await followTimeZone() }
            group.addTask { [self] in
                while !Task.isCancelled {
                    // From before it is looked at, so that nothing falls in between.
                    let changes = changes.changes(beginningWithOne: false)
                    await recorder.retry()
                    let due = await deliverDue() ?? .infinity
                    let next = await recorder.nextAttempt(at: clock.now)
                    await clock.sleep(until: min(due, next), orFirstOf: changes)
                }
            }
        }
        server?.stop()
    }

    private func followTimeZone() async {
        do throws(SystemError) {
            let events = try timeZone.changes()
            await moveToTimeZone()
            for await _ in events { await moveToTimeZone() }
        } catch { logger.warning("dates of notifications do not follow a change of the time zone: \(error)") }
    }

    private func moveToTimeZone() async {
        await inOrder { service in
            let zone = service.timeZone.current
            guard zone != service.pending.zone else { return }
            service.pending.move(to: zone, now: service.clock.now)
            service.logger.info("dates of notifications are those of \(zone.identifier) from now on")
        }
        changes.signal()
    }

    // MARK: Followers

    /// Tells a process what happens with its notifications, until the task is cancelled or `send` throws.
    func follow(
        bundleID: String, session: Session, send: @Sendable (NotificationEvent) async throws -> Void
    ) async throws {
        let id = nextFollower
        nextFollower += 1
        let mailbox = EventMailbox<NotificationEvent>()
        mailbox.post(NotificationEvent(.subscribed))
        followers[id] = Follower(bundleID: bundleID, processID: session.processID, mailbox: mailbox)
        offerResponses(of: bundleID)
        defer { leave(id, bundleID) }
        // One that was suspended when it had just come goes on for them.
        if awake[bundleID] != nil, responses.values.contains(where: { $0.follower == id }) {
            // By itself: what waits for the end of this process must not keep its connection.
            let opening = opening
            Task { await opening.wake(bundleID, session.processID) }
        }
        while let event = await mailbox.next() { try await send(event) }
    }

    private func leave(_ id: UInt64, _ bundleID: String) {
        followers.removeValue(forKey: id)?.mailbox.close()
        let left = responses.filter { $0.value.follower == id }.keys.sorted()
        for number in left { responses[number]?.leave(at: clock.now) }
        offerResponses(of: bundleID)
        // Who was asked says nothing any more.
        changes.signal()
        // One that was just ending when it was told is begun anew.
        for number in left where responses[number]?.isToBeBroughtAgain ?? false {
            Task { await bring(bundleID, to: number) }
        }
    }

    /// Who of an app is told: one that is in front before others.
    func follower(of bundleID: String) -> (id: UInt64, follower: Follower)? {
        let own = followers.filter { $0.value.bundleID == bundleID }.sorted { $0.key < $1.key }
        let found = own.first { opening.isInFront($0.value.processID) } ?? own.first
        return found.map { ($0.key, $0.value) }
    }

    /// Tells an app of what a person has done, unless it has been.
    func offerResponses(of bundleID: String) {
        guard let (id, follower) = follower(of: bundleID) else { return }
        for number in responses.keys.sorted() {
            guard let held = responses[number], held.bundleID == bundleID, held.follower == nil else { continue }
            guard held.isToBeTold(to: follower.processID) else {
                logger.info(
                    "what a person has done with \(held.response.request.identifier) of \(bundleID) was told before")
                Task { await drop([number]) }
                continue
            }
            responses[number]?.tell(follower.processID, id, at: clock.now)
            follower.mailbox.post(
                NotificationEvent(
                    .response, number: number, request: held.response.request, deliveredAt: held.response.deliveredAt,
                    action: held.response.action, text: held.response.text))
        }
    }
}
