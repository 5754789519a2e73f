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
    /// Addresses that are kept in mind: more than passwords can be looked at in a period.
    private static let largestSize = 10_000

    private let tries = Mutex<[String: [Double]]>([:])

    /// Counts a try.
    ///
    /// - Returns: seconds until the next one; nil when this one may be.
    func take(_ mail: String, at time: Timestamp) -> Int? {
        let now = time.seconds
        return tries.withLock { tries in
            if tries.count >= Self.largestSize { makeRoom(in: &tries, now) }
            var recent = (tries[mail] ?? []).filter { now - $0 < Self.period }
            if recent.count >= Self.largestCount, let first = recent.first {
                return max(1, Int((first + Self.period - now).rounded(.up)))
            }
            recent.append(now)
            tries[mail] = recent
            return nil
        }
    }

    /// Forgets what is over, and then those who have tried least: made-up addresses are to lock nobody out, and to free nobody
    /// who is guessed at.
    private func makeRoom(in tries: inout [String: [Double]], _ now: Double) {
        tries = tries.filter { $0.value.contains { now - $0 < Self.period } }
        guard tries.count >= Self.largestSize else { return }
        let least = tries.sorted { $0.value.count < $1.value.count }.prefix(Self.largestSize / 10)
        for (mail, _) in least { tries[mail] = nil }
    }

    /// Whoever got in may mistype again.
    func forget(_ mail: String) { tries.withLock { $0[mail] = nil } }
}
