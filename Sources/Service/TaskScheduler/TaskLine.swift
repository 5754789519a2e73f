// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Ordering

/// Where requests stand that may begin, or may begin at some time.
struct TaskLine: Sendable {
    /// One that waits for its time, or for its turn.
    struct Place: Hashable, Comparable, Sendable {
        /// Seconds since 1970.
        let time: Double
        let key: TaskKey

        static func < (left: Self, right: Self) -> Bool { (left.time, left.key) < (right.time, right.key) }
    }

    private(set) var late = OrderedLine<Place>()
    private(set) var ready: [TaskLane: OrderedLine<Place>] = [:]

    /// The next one of a lane.
    func first(in lane: TaskLane) -> Place? { ready[lane]?.first }

    /// When the first of those is due that wait for their time (seconds since 1970).
    var nextTime: Double? { late.first?.time }

    mutating func wait(_ key: TaskKey, until time: Double) { late.insert(Place(time: time, key: key)) }

    mutating func stand(_ key: TaskKey, in lane: TaskLane, since time: Double) {
        ready[lane, default: OrderedLine()].insert(Place(time: time, key: key))
    }

    mutating func leave(_ key: TaskKey, until time: Double) { late.remove(Place(time: time, key: key)) }

    mutating func leave(_ key: TaskKey, in lane: TaskLane, since time: Double) {
        ready[lane]?.remove(Place(time: time, key: key))
    }

    /// Takes the first that is due out.
    mutating func takeDue(now: Double) -> TaskKey? {
        guard let first = late.first, first.time <= now else { return nil }
        late.removeFirst()
        return first.key
    }
}
