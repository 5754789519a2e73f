// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import TaskScheduler

/// What apps have asked for, and has not begun: of each name one request, and before it one that was interrupted and begins again.
struct TaskBacklog: Sendable {
    /// What waits.
    private(set) var waiting: [TaskKey: HeldTask] = [:]
    /// What was lost by another's fault, and begins again: before what waits by the same name.
    private(set) var interrupted: [TaskKey: HeldTask] = [:]

    var count: Int { waiting.count + interrupted.count }

    /// In the order of their names, and of their turns.
    var all: [HeldTask] {
        Set(waiting.keys).union(interrupted.keys).sorted().flatMap { key in
            [interrupted[key], waiting[key]].compactMap(\.self)
        }
    }

    /// The one of a name whose turn is next: the scheduler has no other.
    subscript(_ key: TaskKey) -> HeldTask? { interrupted[key] ?? waiting[key] }

    /// In the place of what waits by the same name.
    mutating func wait(_ held: HeldTask) { waiting[held.key] = held }

    mutating func wait(_ held: HeldTask, in change: inout TaskChange) {
        wait(held)
        change.waiting.append(held.stored)
    }

    /// Before what waits by the same name.
    mutating func beginAgain(_ held: HeldTask) { interrupted[held.key] = held.again }

    mutating func beginAgain(_ held: HeldTask, in change: inout TaskChange) {
        beginAgain(held)
        change.interrupted.append(StoredInterruptedTask(held.stored))
    }

    /// The one whose turn it is begins, and waits no longer.
    mutating func begin(_ key: TaskKey, in change: inout TaskChange) -> HeldTask? {
        if let again = interrupted.removeValue(forKey: key) {
            change.resumed.append(again.name)
            return again
        }
        return withdraw(key, in: &change)
    }

    /// What waits is taken back.
    @discardableResult mutating func withdraw(_ key: TaskKey, in change: inout TaskChange) -> HeldTask? {
        guard let held = waiting.removeValue(forKey: key) else { return nil }
        change.withdrawn.append(held.name)
        return held
    }

    /// What was not taken after all is as it was before.
    mutating func restore(_ key: TaskKey, to before: HeldTask?) { waiting[key] = before }

    /// All that is called so is gone.
    mutating func remove(_ keys: [TaskKey]) {
        for key in keys {
            waiting[key] = nil
            interrupted[key] = nil
        }
    }

    /// What an app has asked for, in the order of the names.
    func keys(of bundleID: String) -> [TaskKey] {
        Set(waiting.keys).union(interrupted.keys).filter { $0.bundleID == bundleID }.sorted()
    }
}
