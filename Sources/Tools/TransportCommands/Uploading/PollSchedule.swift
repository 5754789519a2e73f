// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a server is asked again for the state of something: soon at first, and less often the longer it takes.
enum PollSchedule {
    /// - `count`: how often it was asked.
    /// - `pending`: how much is asked for each time: all of it together keeps to half of what a server allows in an hour.
    static func delay(after count: Int, asking pending: Int = 1) -> Duration {
        let steps: [Duration] = [
            .milliseconds(300), .milliseconds(600), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15),
        ]
        guard count < steps.count else { return max(.seconds(20), .seconds(2) * pending) }
        return max(steps[max(count, 0)], .milliseconds(100) * pending)
    }
}
