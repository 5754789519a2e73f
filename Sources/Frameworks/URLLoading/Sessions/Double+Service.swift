// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension Double {
    /// Seconds as the service knows them, for which there is neither infinity nor what is no number: for these it has more than anybody
    /// waits for, and nothing.
    var inSeconds: Double {
        if isNaN { return 0 }
        return min(max(self, -Self.longest), Self.longest)
    }

    /// A priority, which is from 0 to 1.
    var asPriority: Double { isNaN ? 0.5 : min(max(self, 0), 1) }

    /// A hundred thousand years.
    private static let longest = 3.2e12
}
