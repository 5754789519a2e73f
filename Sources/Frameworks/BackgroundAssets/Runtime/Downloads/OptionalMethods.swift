// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells whether a delegate has a method of its own. Swift has no optional methods here: the default ones, which stand for
/// those that a delegate lacks, say so while they are called.
enum OptionalMethods {
    private static let missing = Mutex<Set<pthread_t>>([])

    /// Calls a method of a delegate on this thread, and tells whether it was the delegate's own.
    static func isOwn(_ call: () -> Void) -> Bool {
        let thread = pthread_self()
        missing.withLock { _ = $0.remove(thread) }
        call()
        return missing.withLock { $0.remove(thread) } == nil
    }

    /// For default methods: the delegate has none.
    static func noteDefault() {
        let thread = pthread_self()
        missing.withLock { _ = $0.insert(thread) }
    }
}
