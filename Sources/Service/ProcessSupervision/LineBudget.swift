// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which lines of one child are logged: so many a minute, as a flood of them must not turn the log over, and the last ones before it ends, as
/// they say why.
struct LineBudget {
    enum Entry: Equatable {
        case line(String)
        /// So many are left out here.
        case gap(Int)
    }

    static let linesPerMinute = 1000
    /// Of those left out, how many are logged all the same.
    static let lastCount = 20
    private static let minute = Duration.seconds(60)

    private var begin: ContinuousClock.Instant?
    private var count = 0
    private var leftOut = 0
    private var last: [String] = []

    /// - Returns: what is logged now.
    mutating func take(_ line: String, at now: ContinuousClock.Instant) -> [Entry] {
        var entries: [Entry] = []
        if begin.map({ now - $0 >= Self.minute }) ?? true {
            entries = finish()
            (begin, count) = (now, 0)
        }
        guard count == Self.linesPerMinute else {
            count += 1
            return entries + [.line(line)]
        }
        leftOut += 1
        if last.count == Self.lastCount { last.removeFirst() }
        last.append(line)
        return entries
    }

    /// What is logged when no more comes.
    mutating func finish() -> [Entry] {
        defer { (leftOut, last) = (0, []) }
        let gap = leftOut - last.count
        return (gap > 0 ? [.gap(gap)] : []) + last.map { .line($0) }
    }
}
