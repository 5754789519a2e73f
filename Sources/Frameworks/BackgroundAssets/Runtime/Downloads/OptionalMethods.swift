// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells whether a delegate has a method of its own. Swift has no optional methods here: the default ones, which stand for
/// those that a delegate lacks, say so while they are called.
enum OptionalMethods {
    /// What an asynchronous default method says in a task, which has no thread of its own.
    private final class Note: Sendable { let isSet = Atomic(false) }

    @TaskLocal private static var note: Note?
    private static let missing = Mutex<Set<pthread_t>>([])

    /// Calls a method of a delegate on this thread, and tells whether it was the delegate's own.
    static func isOwn(_ call: () -> Void) -> Bool {
        let thread = pthread_self()
        missing.withLock { _ = $0.remove(thread) }
        call()
        return missing.withLock { $0.remove(thread) } == nil
    }

    /// Calls an asynchronous method.
    ///
    /// - Returns: nil when the one that was called was not its own.
    static func ifOwn<Value: Sendable>(_ call: () async -> Value) async -> Value? {
        let note = Note()
        let value = await $note.withValue(note) { await call() }
        return note.isSet.load(ordering: .relaxed) ? nil : value
    }

    /// Whether a default method is what calls.
    static var isDefault: Bool { missing.withLock { $0.contains(pthread_self()) } }

    /// For default methods: the delegate has none.
    static func noteDefault() {
        if let note { return note.isSet.store(true, ordering: .relaxed) }
        let thread = pthread_self()
        missing.withLock { _ = $0.insert(thread) }
    }
}
