// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import TaskScheduler

/// What apps have asked for, and has not begun: of each name one request, and before it one that was interrupted and begins again.
struct TaskBacklog: Sendable {
    private struct Place: Sendable {
        /// What was lost by another's fault, and begins again.
        var interrupted: HeldTask?
        var waiting: HeldTask?

        var isEmpty: Bool { interrupted == nil && waiting == nil }
        var inOrder: [HeldTask] { [interrupted, waiting].compactMap(\.self) }
    }

    private var apps: [String: [TaskKey: Place]] = [:]

    var count: Int { apps.values.lazy.flatMap(\.values).reduce(0) { $0 + $1.inOrder.count } }

    /// In the order of their names, and of their turns.
    var all: [HeldTask] {
        apps.keys.sorted().flatMap { bundleID in
            (apps[bundleID] ?? [:]).sorted { $0.key < $1.key }.flatMap(\.value.inOrder)
        }
    }

    /// What an app has asked for, in the order of the names.
    func keys(of bundleID: String) -> [TaskKey] { (apps[bundleID] ?? [:]).keys.sorted() }

    /// What an app knows that it has asked for: what begins again it has had already.
    func waiting(of bundleID: String) -> [HeldTask] {
        (apps[bundleID] ?? [:]).values.compactMap(\.waiting).sorted { $0.key < $1.key }
    }

    func waiting(_ key: TaskKey) -> HeldTask? { apps[key.bundleID]?[key]?.waiting }

    func interrupted(_ key: TaskKey) -> HeldTask? { apps[key.bundleID]?[key]?.interrupted }

    /// The one of a name whose turn is next: the scheduler has no other.
    func next(_ key: TaskKey) -> HeldTask? { interrupted(key) ?? waiting(key) }

    // MARK: Changes

    private mutating func change(_ key: TaskKey, _ body: (inout Place) -> Void) {
        body(&apps[key.bundleID, default: [:]][key, default: Place()])
        if apps[key.bundleID]?[key]?.isEmpty ?? true { apps[key.bundleID]?[key] = nil }
        if apps[key.bundleID]?.isEmpty ?? true { apps[key.bundleID] = nil }
    }

    /// In the place of what waits by the same name.
    mutating func wait(_ held: HeldTask) { change(held.key) { $0.waiting = held } }

    mutating func wait(_ held: HeldTask, in change: inout TaskChange) {
        wait(held)
        change.waiting.append(held.stored)
    }

    /// Before what waits by the same name.
    mutating func beginAgain(_ held: HeldTask) { change(held.key) { $0.interrupted = held.again } }

    mutating func beginAgain(_ held: HeldTask, in change: inout TaskChange) {
        beginAgain(held)
        change.interrupted.append(StoredInterruptedTask(held.stored))
    }

    /// The one whose turn it is begins, and waits no longer.
    mutating func begin(_ key: TaskKey, in change: inout TaskChange) -> HeldTask? {
        guard let again = interrupted(key) else { return withdraw(key, in: &change) }
        self.change(key) { $0.interrupted = nil }
        change.resumed.append(again.name)
        return again
    }

    /// What waits is taken back.
    @discardableResult mutating func withdraw(_ key: TaskKey, in change: inout TaskChange) -> HeldTask? {
        guard let held = waiting(key) else { return nil }
        restore(key, to: nil)
        change.withdrawn.append(held.name)
        return held
    }

    /// What was not taken after all is as it was before.
    mutating func restore(_ key: TaskKey, to before: HeldTask?) { change(key) { $0.waiting = before } }

    /// All that is called so is gone.
    mutating func remove(_ keys: [TaskKey]) { for key in keys { change(key) { $0 = Place() } } }
}
