// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The objects that callers hold references to, by the numbers that stand for them.
///
/// What a caller gets as a pointer is such a number, and no address: one that was released, or stands for an object of
/// another type, is told from a good one, and never used a second time.
enum Handles {
    private struct Entry {
        let object: any Sendable & AnyObject
        var count: Int
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        // No address that anything could lie at, but for very many objects.
        var next: UInt = 16
    }

    private static let step: UInt = 16
    private static let state = Mutex(State())

    /// A handle of a new object, with `count` references that are to be released.
    static func add(_ object: any Sendable & AnyObject, count: Int = 1) -> OpaquePointer? {
        let number = state.withLock { state in
            defer { state.next += step }
            state.entries[state.next] = Entry(object: object, count: count)
            return state.next
        }
        return OpaquePointer(bitPattern: number)
    }

    /// The object that a handle stands for; nil for none of this type.
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type = Object.self) -> Object? {
        guard let handle else { return nil }
        return state.withLock { $0.entries[UInt(bitPattern: handle)]?.object } as? Object
    }

    /// Adds a reference.
    ///
    /// - Returns: the same handle; nil for none of this type.
    static func retain<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) -> OpaquePointer? {
        guard let handle else { return nil }
        let isKnown = state.withLock { state in
            guard state.entries[UInt(bitPattern: handle)]?.object is Object else { return false }
            state.entries[UInt(bitPattern: handle)]?.count += 1
            return true
        }
        return isKnown ? handle : nil
    }

    /// Takes a reference away; nothing for a handle of no object of this type.
    static func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
        guard let handle else { return }
        let number = UInt(bitPattern: handle)
        // The object goes outside of the lock: it may hold handles of its own.
        let last = state.withLock { state -> (any Sendable & AnyObject)? in
            guard var entry = state.entries[number], entry.object is Object else { return nil }
            entry.count -= 1
            state.entries[number] = entry.count > 0 ? entry : nil
            return entry.object
        }
        withExtendedLifetime(last) {}
    }
}
