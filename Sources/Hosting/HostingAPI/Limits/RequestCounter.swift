// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import Synchronization

/// Counts the requests of each key in a rolling hour. Each server counts those that come to it.
package final class RequestCounter: Sendable {
    /// Requests of a key in an hour, as App Store Connect has it.
    package static let usualLimit = 3_600
    private static let minutes = 60

    /// The requests of an hour, by the minutes in which they came.
    private struct Hour {
        var counts = [Int](repeating: 0, count: RequestCounter.minutes)
        /// Since 1970, of the last request.
        var lastMinute: Int64 = 0
        var total = 0

        /// Forgets what came an hour ago, and earlier.
        mutating func advance(to minute: Int64) {
            // A clock that was put back counts on where it was.
            guard minute > lastMinute else { return }
            for passed in 1...min(minute - lastMinute, Int64(RequestCounter.minutes)) {
                let place = Int((lastMinute + passed) % Int64(RequestCounter.minutes))
                total -= counts[place]
                counts[place] = 0
            }
            lastMinute = minute
        }

        /// Takes a request into account, unless as many as the limit have been.
        mutating func take(_ limit: Int, at time: Timestamp) -> RequestBudget {
            advance(to: time.milliseconds / 60_000)
            guard total < limit else {
                let end = (lastMinute + minutesToWait) * 60_000
                return RequestBudget(
                    limit: limit, remaining: 0, retryAfter: max(1, Int((end - time.milliseconds + 999) / 1_000)))
            }
            total += 1
            counts[Int(lastMinute % Int64(RequestCounter.minutes))] += 1
            return RequestBudget(limit: limit, remaining: limit - total, retryAfter: nil)
        }

        /// Minutes until something of it is forgotten.
        var minutesToWait: Int64 {
            for passed in 1...Int64(RequestCounter.minutes)
            where counts[Int((lastMinute + passed) % Int64(RequestCounter.minutes))] > 0 { return passed }
            return 1
        }
    }

    private let limit: Int
    private let hours = Mutex<[String: Hour]>([:])

    package init(limit: Int = RequestCounter.usualLimit) { self.limit = limit }

    /// Takes a request of a key into account.
    func take(_ keyID: String, at time: Timestamp) -> RequestBudget {
        hours.withLock { hours in
            // In its place: taken out, its minutes would be copied for each request.
            hours[keyID, default: Hour()].take(limit, at: time)
        }
    }
}
