// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a failed transfer is tried again, and when it is given up.
package struct RetryPolicy: Sendable {
    /// Seconds before the second try; doubles with each further one.
    package var first: Double = 2
    package var longest: Double = 15 * 60
    /// Part by which a delay varies at most, either way, so that many devices do not come at once.
    package var jitter: Double = 0.25
    /// How much of that a delay varies: -1 to 1.
    package var random: @Sendable () -> Double = { .random(in: -1...1) }
    /// Seconds an essential transfer keeps trying while there is no connection.
    package var essentialPatience: Double = 5
    /// Seconds after which a background transfer is given up.
    package var backgroundPatience: Double = 7 * 86_400

    /// Seconds that a server may have a transfer wait.
    package static let longestHonoured: Double = 86_400

    package init() {}

    /// What a server asked for, in seconds, as far as it is honoured.
    package func honoured(_ retryAfter: Int?) -> Double? { retryAfter.map { min(Double($0), Self.longestHonoured) } }

    /// The delay before try `attempt` + 1, in seconds; nil when it is given up.
    ///
    /// - `attempt`: how many tries have failed, 1 or more.
    /// - `age`: seconds since the first of them.
    /// - `isConnectivity`: whether the network was at fault, rather than the server.
    /// - `retryAfter`: what the server asked for, in seconds; honoured up to a day.
    package func delay(
        attempt: Int, age: Double, downloadClass: DownloadClass, isConnectivity: Bool, retryAfter: Int?
    ) -> Double? {
        let patience: Double =
            switch downloadClass {
            case .foreground: isConnectivity ? 0 : essentialPatience
            case .essential: essentialPatience
            case .background: backgroundPatience
            }
        guard age < patience else { return nil }
        let base = min(longest, first * Double(sign: .plus, exponent: min(max(attempt - 1, 0), 20), significand: 1))
        let varied = base * (1 + jitter * random())
        let delay = max(varied, honoured(retryAfter) ?? 0)
        // Nobody is asked again before the time that was named, and nobody waits for that in front.
        if downloadClass != .background, let named = honoured(retryAfter), named > patience - age { return nil }
        // A short patience is used up, not overstepped: the last try comes at its end.
        return downloadClass == .background ? delay : min(delay, max(0.1, patience - age))
    }
}
