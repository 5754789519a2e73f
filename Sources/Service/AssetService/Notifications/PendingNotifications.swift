// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What apps have a person told later, and when.
struct PendingNotifications: Sendable {
    struct Entry: Equatable, Sendable {
        let request: NotificationRequest
        /// Seconds since 1970; nil for never.
        var time: Double?
    }

    /// Of an app: those whose time is first are kept, as on Apple's platforms.
    static let largestCount = 64

    private(set) var entries: [NotificationKey: Entry] = [:]

    /// When the next one's time is (seconds since 1970); nil for never.
    var nextTime: Double? { entries.values.lazy.compactMap(\.time).min() }

    /// Takes one, in the place of another by the same name.
    ///
    /// - Returns: those that are given up, because the app has too many.
    mutating func add(_ request: NotificationRequest, of key: NotificationKey, now: Double) -> [NotificationKey] {
        entries[key] = Entry(request: request, time: request.trigger.map { $0.next(after: now) } ?? now)
        let own = entries.filter { $0.key.bundleID == key.bundleID }
        guard own.count > Self.largestCount else { return [] }
        let last = own.sorted { one, other in
            (one.value.time ?? .infinity, one.key) < (other.value.time ?? .infinity, other.key)
        }.dropFirst(Self.largestCount).map(\.key)
        for key in last { entries[key] = nil }
        return last
    }

    /// What was known when the service ended. By a clock that was set back meanwhile none comes later than if it were added now.
    mutating func restore(_ key: NotificationKey, _ entry: Entry, now: Double) {
        let latest = entry.request.trigger.map { $0.next(after: now) ?? .infinity } ?? now
        entries[key] = Entry(request: entry.request, time: entry.time.map { min($0, latest) })
    }

    @discardableResult mutating func remove(_ key: NotificationKey) -> Entry? { entries.removeValue(forKey: key) }

    /// Those whose time has come, by their times. One that repeats has its next one then: those that were missed are not made up for.
    mutating func takeDue(now: Double) -> [(key: NotificationKey, request: NotificationRequest, isOver: Bool)] {
        let due = entries.filter { ($0.value.time ?? .infinity) <= now }
            .sorted { ($0.value.time ?? 0, $0.key) < ($1.value.time ?? 0, $1.key) }
        return due.map { key, entry in
            let trigger = entry.request.trigger
            let isOver = trigger?.repeats != true
            entries[key] = isOver ? nil : Entry(request: entry.request, time: trigger?.next(after: now))
            return (key, entry.request, isOver)
        }
    }
}
