// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging

/// Records what changes, in its order. What has happened and cannot be recorded, as when the disk is full, is kept, and recorded before anything
/// later when there is room.
actor ChangeRecorder<Change: Sendable> {
    typealias Record = @Sendable (Change, StoredAnswer?) async throws(AssetStoreError) -> Void

    /// Changes that are kept at a time; with more of them the first are given up.
    private let largestCount = 10_000

    /// What they are about, for the log.
    private let subject: String
    private let write: Record
    private let logger: Logger
    /// Signalled when something is kept: whoever looks at that is to try again.
    private let changes: ChangeSignal
    private let order = KeyedLock()
    private var kept: [Change] = []

    init(_ subject: String, changes: ChangeSignal, logger: Logger, write: @escaping Record) {
        self.subject = subject
        self.changes = changes
        self.logger = logger
        self.write = write
    }

    /// When what is kept is to be tried again (seconds since 1970), at `now`.
    ///
    /// - Returns: infinity when all that has happened is on record.
    func nextAttempt(at now: Double) -> Double { kept.isEmpty ? .infinity : now + RecordingPause.seconds }

    /// Records what is not to happen where it cannot be recorded.
    func record(_ change: Change, answer: StoredAnswer? = nil) async throws(AssetStoreError) {
        try await order.withLock("") { [self] () async throws(AssetStoreError) in
            try await recordKept()
            try await write(change, answer)
        }
    }

    /// Records what has happened: at once, or when there is room on the disk.
    func note(_ change: Change) async {
        await order.withLock("") { [self] in
            do throws(AssetStoreError) {
                try await recordKept()
                try await write(change, nil)
            } catch {
                logger.error("\(subject) cannot be recorded: \(error)")
                if error.isOutOfSpace { await keep(change) }
            }
        }
    }

    /// Records what is kept, if there is room by now.
    func retry() async {
        await order.withLock("") { [self] in
            do throws(AssetStoreError) { try await recordKept() } catch {
                logger.debug("\(subject) cannot be recorded yet: \(error)")
            }
        }
    }

    private func keep(_ change: Change) {
        if kept.count == largestCount { kept.removeFirst() }
        kept.append(change)
        if kept.count == 1 { changes.signal() }
    }

    private func recordKept() async throws(AssetStoreError) {
        while let first = kept.first {
            do throws(AssetStoreError) { try await write(first, nil) } catch {
                if error.isOutOfSpace { throw error }
                // With that it is never recorded; what comes after it is.
                logger.error("\(subject) cannot be recorded: \(error)")
            }
            kept.removeFirst()
        }
    }
}
