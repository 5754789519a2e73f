// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Looks whether apps are in front still, or again, where something depends on it: nobody tells of a process that is stopped or
/// goes on, or of one that did not come back when the service was killed.
struct ForegroundWatch: Sendable {
    /// Seconds that processes have to come back to a service that has begun.
    static let grace: Double = 10
    /// Seconds between two looks: more and more, for as long as nothing is found.
    private static let pauses: ClosedRange<Double> = 1...30

    let states: AppStates
    let files: FilesService
    let events: FileEventsService
    let clock: any WallClock

    /// Looks until the task is cancelled.
    func run() async {
        var changes = ChangeSignal.changes(of: [files.foregroundChanges, events.changes]).makeAsyncIterator()
        var (watched, pause) = (Set<String>(), Self.pauses.lowerBound)
        do throws(CancellationError) {
            try await clock.sleep(until: clock.now + Self.grace)
            while !Task.isCancelled {
                let found = await files.foregroundBundleIDs.union(events.awaited)
                guard !found.isEmpty else {
                    guard await changes.next() != nil else { return }
                    continue
                }
                pause = found == watched ? min(pause * 2, Self.pauses.upperBound) : Self.pauses.lowerBound
                watched = found
                for bundleID in found {
                    await states.left(bundleID)
                    await events.renewForThoseWhoCameBack(to: bundleID)
                }
                try await clock.sleep(until: clock.now + pause)
            }
        } catch { return }
    }
}
