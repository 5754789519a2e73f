// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import Synchronization

/// Slows down whoever guesses passwords: of one address of mail, a few tries in a while. Each server counts its own.
final class SignInLimiter: Sendable {
    private static let largestCount = 10
    /// Seconds.
    private static let period: Double = 15 * 60
    /// Addresses that are kept in mind.
    private static let largestSize = 10_000

    private let tries = Mutex<[String: [Double]]>([:])

    /// Counts a try.
    ///
    /// - Returns: seconds until the next one; nil when this one may be.
    func take(_ mail: String, at time: Timestamp) -> Int? {
        let now = time.seconds
        return tries.withLock { tries in
            if tries.count >= Self.largestSize {
                tries = tries.filter { $0.value.contains { now - $0 < Self.period } }
                if tries.count >= Self.largestSize { return Int(Self.period) }
            }
            var recent = (tries[mail] ?? []).filter { now - $0 < Self.period }
            if recent.count >= Self.largestCount, let first = recent.first {
                return max(1, Int((first + Self.period - now).rounded(.up)))
            }
            recent.append(now)
            tries[mail] = recent
            return nil
        }
    }

    /// Whoever got in may mistype again.
    func forget(_ mail: String) { tries.withLock { $0[mail] = nil } }
}
