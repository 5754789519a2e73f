// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import SystemSupport

/// Sees when there is room on the disk again for what found none: whoever frees some, by whatever means, need not wait for
/// the end of a back-off.
actor RoomWatch {
    /// Seconds between two looks at the disk, while something waits for room on it.
    static let interval: Double = 2

    private let root: String
    private let queue: TransferQueue
    private let clock: any WallClock
    /// The least that something was found to need free on the disk, the reserve included.
    private var lacking: Int64?
    private let lacks = ChangeSignal()
    /// How often something has lacked room.
    private var noteCount: UInt64 = 0
    /// Whether something lacks room that does not stand in the queue.
    private var isLackedElsewhere = false
    /// There is room again, for that too.
    nonisolated let found = ChangeSignal()

    init(root: String, queue: TransferQueue, clock: any WallClock) {
        self.root = root
        self.queue = queue
        self.clock = clock
    }

    /// Something needs so many bytes free on the disk, the reserve included, and there are fewer.
    ///
    /// - `isQueued`: whether it stands in the queue, or will in a moment; else it goes by `found`.
    func note(needed: Int64, isQueued: Bool) {
        noteCount += 1
        if !isQueued { isLackedElsewhere = true }
        lacking = min(lacking ?? needed, needed)
        lacks.signal()
    }

    /// Looks at the disk while something waits for room, until the task is cancelled.
    func run() async {
        // What an earlier run of the service left waiting: what it lacked is not known any more.
        await queue.retry(after: .room)
        while !Task.isCancelled {
            let changes = lacks.changes(beginningWithOne: false)
            guard lacking != nil else {
                await clock.sleep(until: .infinity, orFirstOf: changes)
                continue
            }
            do throws(CancellationError) { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
            await look()
        }
    }

    private func look() async {
        let count = noteCount
        let isQueueHeldUp = await queue.isHeldUp(by: .room)
        // What has come to lack room meanwhile is looked at the next time.
        guard count == noteCount else { return }
        guard isQueueHeldUp || isLackedElsewhere else { return lacking = nil }
        guard let lacking, let available = DiskSpace(at: root)?.available, available >= lacking else { return }
        self.lacking = nil
        isLackedElsewhere = false
        found.signal()
        await queue.retry(after: .room)
    }
}
