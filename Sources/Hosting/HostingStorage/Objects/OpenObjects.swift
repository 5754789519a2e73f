// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// The descriptors of objects that were read last. To find a file by its name costs as much as to read a piece of it.
///
/// A file that another process removes keeps its room while it is open here: what was not read for a minute is closed with the next
/// read of anything.
final class OpenObjects: Sendable {
    private static let largestCount = 128
    private static let longestRest = Duration.seconds(60)

    private struct Entry {
        let descriptor: SharedDescriptor
        var lastUse: ContinuousClock.Instant
    }

    private struct State {
        var entries: [ObjectKey: Entry] = [:]
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// nil for one that is not open.
    func descriptor(of key: ObjectKey) -> SharedDescriptor? {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.nextLook.map({ $0 <= now }) ?? true {
                state.nextLook = now + Self.longestRest
                state.entries = state.entries.filter { $0.value.lastUse + Self.longestRest > now }
            }
            guard let descriptor = state.entries[key]?.descriptor else { return nil }
            state.entries[key]?.lastUse = now
            return descriptor
        }
    }

    func keep(_ descriptor: SharedDescriptor, of key: ObjectKey) {
        let now = ContinuousClock.now
        state.withLock { state in
            if state.entries.count >= Self.largestCount, state.entries[key] == nil,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
            state.entries[key] = Entry(descriptor: descriptor, lastUse: now)
        }
    }

    func forget(_ key: ObjectKey) { state.withLock { $0.entries[key] = nil } }
}
