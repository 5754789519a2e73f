// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What is wrong with parts of a host, as the log has been told: once for each time that it begins.
final class ToldParts: Sendable {
    private let told = Mutex<Set<String>>([])

    /// - `parts`: all that something is wrong with now.
    /// - Returns: those that nothing was wrong with at the last look.
    func new(_ parts: Set<String>) -> [String] {
        told.withLock { told in
            defer { told = parts }
            return parts.subtracting(told).sorted()
        }
    }
}
