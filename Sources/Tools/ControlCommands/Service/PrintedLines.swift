// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The lines of a log that have been printed: a service that starts tells the last ones of those before it once more.
struct PrintedLines {
    /// More than a service tells of those before it.
    private static let capacity = 1000

    private var last: [String] = []
    /// Those that may come again, until the first that has not come before.
    private var repeated: Set<String> = []

    /// A new service begins to tell.
    mutating func beginAnew() { repeated = Set(last) }

    /// - Returns: whether the line is to be printed.
    mutating func add(_ line: String) -> Bool {
        if repeated.contains(line) { return false }
        repeated = []
        last.append(line)
        if last.count > Self.capacity { last.removeFirst(last.count - Self.capacity) }
        return true
    }
}
