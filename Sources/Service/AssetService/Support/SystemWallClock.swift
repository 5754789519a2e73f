// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// The machine's own clock, which for the service never goes back.
///
/// Every wait ends at a time of day. Where the machine's clock is set back by an hour, as it is at the first answer of a
/// time server after the start of a machine whose hardware clock keeps local time, nothing waits that hour longer: time
/// goes on from where it was, as the machine measures it, also while it is suspended. A clock that is set forward is
/// followed at once. Records of a time that has not come yet are mended when the service starts again
/// (`FailureRecord/followClock(now:)`).
package final class SystemWallClock: WallClock {
    private let timeOfDay: @Sendable () -> Double
    private let elapsed: @Sendable () -> Double
    /// The furthest that the time of day has been ahead of the time that has passed.
    private let lead = Mutex(-Double.infinity)
    private let advances = ChangeSignal()

    package convenience init() {
        let start = ContinuousClock.now
        self.init(
            timeOfDay: { Date().timeIntervalSince1970 },
            elapsed: { start.duration(to: .now) / .seconds(1) })
    }

    /// - Parameters:
    ///   - timeOfDay: seconds since 1970, which may be set.
    ///   - elapsed: seconds since some moment, which only grow.
    init(timeOfDay: @escaping @Sendable () -> Double, elapsed: @escaping @Sendable () -> Double) {
        (self.timeOfDay, self.elapsed) = (timeOfDay, elapsed)
    }

    package var now: Double {
        lead.withLock { lead in
            let elapsed = elapsed()
            lead = max(lead, timeOfDay() - elapsed)
            return elapsed + lead
        }
    }

    package func sleep(until time: Double) async throws(CancellationError) {
        while true {
            // From before the look, so that nothing falls in between.
            let advances = advances.changes(beginningWithOne: false)
            let rest = time - now
            guard rest > 0 else { return }
            await Self.wait(seconds: min(rest, Alarm.longest), orFirstOf: advances)
            if Task.isCancelled { throw CancellationError() }
        }
    }

    private static func wait(seconds: Double, orFirstOf advances: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in advances { return } }
            group.addTask { do throws(CancellationError) { try await Alarm.wait(seconds: seconds) } catch { return } }
            await group.next()
            group.cancelAll()
        }
    }

    package func advance(by seconds: Double) -> Bool {
        // What was not looked at yet has no lead.
        _ = now
        lead.withLock { $0 += max(0, seconds) }
        advances.signal()
        return true
    }
}
