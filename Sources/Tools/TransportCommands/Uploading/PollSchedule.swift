// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a server is asked again for the state of something: soon at first, and less often the longer it takes.
enum PollSchedule {
    /// - `count`: how often it was asked.
    static func delay(after count: Int) -> Duration {
        let steps: [Duration] = [
            .milliseconds(300), .milliseconds(600), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15),
        ]
        return count < steps.count ? steps[max(count, 0)] : .seconds(20)
    }
}
