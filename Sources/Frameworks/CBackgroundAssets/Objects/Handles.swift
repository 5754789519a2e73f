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

    /// Some of the objects, behind a lock of their own: threads that look at different ones rarely meet.
    private final class Shelf: Sendable {
        let entries = Mutex<[UInt: Entry]>([:])
    }

    // No address that anything could lie at, but for very many objects.
    private static let step: UInt = 16
    private static let next = Atomic<UInt>(step)
    private static let shelves = (0..<64).map { _ in Shelf() }

    private static func shelf(_ number: UInt) -> Shelf { shelves[Int(number / step % UInt(shelves.count))] }

    /// A handle of a new object, with `count` references that are to be released.
    static func add(_ object: any Sendable & AnyObject, count: Int = 1) -> OpaquePointer? {
        let number = next.wrappingAdd(step, ordering: .relaxed).oldValue
        shelf(number).entries.withLock { $0[number] = Entry(object: object, count: count) }
        return OpaquePointer(bitPattern: number)
    }

    /// The object that a handle stands for; nil for none of this type.
    static func object<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type = Object.self) -> Object? {
        guard let handle else { return nil }
        let number = UInt(bitPattern: handle)
        return shelf(number).entries.withLock { $0[number]?.object } as? Object
    }

    /// Adds a reference.
    ///
    /// - Returns: the same handle; nil for none of this type.
    static func retain<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) -> OpaquePointer? {
        guard let handle else { return nil }
        let number = UInt(bitPattern: handle)
        let isKnown = shelf(number).entries.withLock { entries in
            guard entries[number]?.object is Object else { return false }
            entries[number]?.count += 1
            return true
        }
        return isKnown ? handle : nil
    }

    /// Takes a reference away; nothing for a handle of no object of this type.
    static func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
        guard let handle else { return }
        let number = UInt(bitPattern: handle)
        // The object goes outside of the lock: it may hold handles of its own.
        let last = shelf(number).entries.withLock { entries -> (any Sendable & AnyObject)? in
            guard var entry = entries[number], entry.object is Object else { return nil }
            entry.count -= 1
            entries[number] = entry.count > 0 ? entry : nil
            return entry.object
        }
        withExtendedLifetime(last) {}
    }
}
