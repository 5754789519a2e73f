// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which lines of one child are logged: many at first, then so many a minute, as what one prints must not turn the log over, and the last ones of
/// those that are left out, as they say why it ends.
struct LineBudget {
    enum Entry: Equatable {
        case line(String)
        /// So many are left out here.
        case gap(Int)
    }

    /// Lines at a time, and so many more with each minute.
    static let (largestCount, linesPerMinute) = (1000, 20)
    /// Of those left out, how many are logged all the same.
    static let lastCount = 20
    private static let minute = Duration.seconds(60)

    private var begin: ContinuousClock.Instant?
    /// Lines that are logged yet.
    private var room = largestCount
    private var leftOut = 0
    private var last: [String] = []

    /// - Returns: what is logged now.
    mutating func take(_ line: String, at now: ContinuousClock.Instant) -> [Entry] {
        var entries: [Entry] = []
        let begin = begin ?? now
        let minutes = Int((now - begin) / Self.minute)
        if minutes > 0 {
            entries = finish()
            room = min(Self.largestCount, room + min(minutes, Self.largestCount) * Self.linesPerMinute)
        }
        self.begin = begin + Self.minute * minutes
        guard room == 0 else {
            room -= 1
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
