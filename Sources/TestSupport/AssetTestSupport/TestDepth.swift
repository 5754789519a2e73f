// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How much tests try whose worth grows with their length: kills at random, connections, examples.
package enum TestDepth {
    /// Whether there is time for more (`make test-long`).
    package static let isLong = ProcessInfo.processInfo.environment["BA_TEST_LONG"] == "1"
}
