// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a request that has failed for a while is sent again.
struct RetryRules: Equatable, Sendable {
    /// Seconds that a server may ask for. Who is to wait for longer is told so, and comes back.
    static let longestAsked: Double = 3_600
    private static let first: Double = 1
    private static let longest: Double = 30

    /// Tries after the first one.
    let limit: Int

    /// - `count`: tries that have failed.
    /// - `asked`: seconds that the server has named.
    /// - `share`: between 0 and 1, by chance: so that many clients do not come at the same moment.
    /// - Returns: nil when that was the last one.
    func delay(after count: Int, asked: Double? = nil, share: Double) -> Duration? {
        guard count <= limit else { return nil }
        if let asked {
            guard asked <= Self.longestAsked else { return nil }
            return .seconds(max(0, asked))
        }
        var seconds = Self.first
        for _ in 1..<max(count, 1) where seconds < Self.longest { seconds *= 2 }
        return .seconds(min(seconds, Self.longest) * (0.75 + share / 2))
    }

    /// Whether a status says that the same request may go well later.
    static func isForAWhile(_ status: Int) -> Bool { [408, 429, 500, 502, 503, 504].contains(status) }
}
