// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import TransferEngine

/// A challenge that somebody is being asked.
struct PendingChallenge: Sendable {
    let challenge: ServerChallenge
    let bundleID: String
    /// Seconds since 1970.
    let since: Double
    let seconds: Int64

    /// Who is asked says it, or has let the time pass.
    func answer(
        at clock: any WallClock, from ask: @escaping @Sendable () async -> ChallengeAnswer
    ) async -> ChallengeAnswer {
        let late = ChallengeAnswer.unanswered(reason: "nobody has answered within \(seconds) s")
        return await withTaskGroup(of: ChallengeAnswer?.self) { group in
            group.addTask { await ask() }
            group.addTask {
                do { try await clock.sleep(until: since + Double(seconds)) } catch { return nil }
                return late
            }
            defer { group.cancelAll() }
            while let result = await group.next() { if let result { return result } }
            return late
        }
    }

    /// Why the download waits.
    var reason: String { "\(challenge), and its app is being asked" }
    var endsWhen: String { "the app or its extension has answered, for which they have \(seconds) s" }
}
