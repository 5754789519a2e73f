// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// What apps have a person told later, and when.
struct PendingNotifications: Sendable {
    struct Entry: Equatable, Sendable {
        let request: NotificationRequest
        /// When it was asked for, or was told of last: its time is the next one after that (seconds since 1970).
        var since: Double
        /// Seconds since 1970; nil for never.
        var time: Double?
    }

    /// Of an app: those whose time is first are kept, as on Apple's platforms.
    static let largestCount = 64

    private(set) var entries: [NotificationKey: Entry] = [:]
    /// Where the device is.
    private(set) var zone: TimeZone

    init(in zone: TimeZone) { self.zone = zone }

    /// When the next one's time is (seconds since 1970); nil for never.
    var nextTime: Double? { entries.values.lazy.compactMap(\.time).min() }

    /// Takes one, in the place of another by the same name.
    ///
    /// - Returns: those that are given up, because the app has too many.
    mutating func add(_ request: NotificationRequest, of key: NotificationKey, now: Double) -> [NotificationKey] {
        entries[key] = Entry(
            request: request, since: now, time: request.trigger.map { $0.next(after: now, in: zone) } ?? now)
        let own = entries.filter { $0.key.bundleID == key.bundleID }
        guard own.count > Self.largestCount else { return [] }
        let last = own.sorted { one, other in
            (one.value.time ?? .infinity, one.key) < (other.value.time ?? .infinity, other.key)
        }.dropFirst(Self.largestCount).map(\.key)
        for key in last { entries[key] = nil }
        return last
    }

    /// What was known when the service ended. By a clock that was set back meanwhile none comes later than if it were added now; where clocks
    /// show another time since, its date is that of the new place. `since` is nil where it is not on record, as earlier versions left it.
    mutating func restore(
        _ key: NotificationKey, _ request: NotificationRequest, since: Double?, time: Double?, now: Double
    ) {
        let start = min(since ?? now, now)
        let next = request.trigger.map { $0.next(after: start, in: zone) } ?? now
        let restored = time.map { since == nil ? min($0, next ?? .infinity) : next ?? now }
        entries[key] = Entry(request: request, since: start, time: restored)
    }

    /// The device is where clocks show another time. A date that is over there, and was not where it came from, is due.
    mutating func move(to zone: TimeZone, now: Double) {
        self.zone = zone
        for (key, entry) in entries where entry.time != nil {
            guard let trigger = entry.request.trigger, trigger.followsTimeZone else { continue }
            entries[key]?.time = trigger.next(after: entry.since, in: zone) ?? now
        }
    }

    @discardableResult mutating func remove(_ key: NotificationKey) -> Entry? { entries.removeValue(forKey: key) }

    /// That whose time has come, the first of several. One that repeats has its next one then: those that were missed are not made up for.
    mutating func takeFirstDue(now: Double) -> (key: NotificationKey, request: NotificationRequest)? {
        let due = entries.filter { ($0.value.time ?? .infinity) <= now }
            .min { ($0.value.time ?? 0, $0.key) < ($1.value.time ?? 0, $1.key) }
        guard let (key, entry) = due else { return nil }
        let trigger = entry.request.trigger
        let next = trigger?.next(after: now, in: zone)
        entries[key] = trigger?.repeats == true ? Entry(request: entry.request, since: now, time: next) : nil
        return (key, entry.request)
    }
}
