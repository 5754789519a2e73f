// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import Synchronization

/// Slows down whoever guesses passwords: of one address of mail, a few tries of one client in a while, and not very many of all
/// clients. Each server counts its own.
final class SignInLimiter: Sendable {
    private static let largestCount = 10
    /// Of all clients: who guesses from ten addresses locks nobody out, and gets no further than this.
    private static let largestCountOfAll = 100
    /// Seconds.
    private static let period: Double = 15 * 60
    /// Addresses and clients that are kept in mind: more than passwords can be looked at in a period.
    private static let largestSize = 20_000

    private struct Subject: Hashable {
        let mail: String
        /// nil for all of them.
        let client: String?
    }

    private let tries = Mutex<[Subject: [Double]]>([:])

    /// Counts a try.
    ///
    /// - `client`: the address of whoever tries.
    /// - Returns: seconds until the next one; nil when this one may be.
    func take(_ mail: String, of client: String, at time: Timestamp) -> Int? {
        let now = time.seconds
        let limits = [
            (Subject(mail: mail, client: client), Self.largestCount),
            (Subject(mail: mail, client: nil), Self.largestCountOfAll),
        ]
        return tries.withLock { tries in
            if tries.count >= Self.largestSize { makeRoom(in: &tries, now) }
            for (subject, largest) in limits {
                let recent = (tries[subject] ?? []).filter { now - $0 < Self.period }
                tries[subject] = recent.isEmpty ? nil : recent
                if recent.count >= largest, let first = recent.first {
                    return max(1, Int((first + Self.period - now).rounded(.up)))
                }
            }
            for (subject, _) in limits { tries[subject, default: []].append(now) }
            return nil
        }
    }

    /// Forgets what is over, and then those who have tried least: made-up addresses are to lock nobody out, and to free nobody
    /// who is guessed at.
    private func makeRoom(in tries: inout [Subject: [Double]], _ now: Double) {
        tries = tries.filter { $0.value.contains { now - $0 < Self.period } }
        guard tries.count >= Self.largestSize else { return }
        let least = tries.sorted { $0.value.count < $1.value.count }.prefix(Self.largestSize / 10)
        for (subject, _) in least { tries[subject] = nil }
    }

    /// Whoever got in may mistype again; what others guess counts on.
    func forget(_ mail: String, of client: String) {
        tries.withLock { tries in
            guard let own = tries.removeValue(forKey: Subject(mail: mail, client: client)) else { return }
            let all = Subject(mail: mail, client: nil)
            for time in own {
                guard let index = tries[all]?.firstIndex(of: time) else { continue }
                tries[all]?.remove(at: index)
            }
        }
    }
}
