// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the kernel tells of a control group in lines of a name and a number.
struct ControlGroupNumbers: Equatable, Sendable {
    private let numbers: [Substring: UInt64]

    /// Lines of another form are passed over.
    init(_ text: String) {
        var numbers: [Substring: UInt64] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt64(words[1]) else { continue }
            numbers[words[0]] = number
        }
        self.numbers = numbers
    }

    subscript(name: String) -> UInt64? { numbers[Substring(name)] }

    /// Bytes of anonymous memory, of a `memory.stat`; files that are mapped or cached do not count. nil when it does not say.
    ///
    /// Version 1 counts what is swapped out here, version 2 in `memory.swap.current`.
    func anonymous(_ version: ControlGroupVersion) -> UInt64? {
        switch version {
        // With what is in groups below; rss is anonymous memory there, and its swap cache.
        case .first: self["total_rss"].map { $0 &+ (self["total_swap"] ?? 0) }
        case .second: self["anon"]
        }
    }

    /// Whether the kernel has killed a process of the group because its hard limit was reached: of `memory.events`, or of
    /// `memory.oom_control` in version 1, which says less.
    func hasRunOut(_ version: ControlGroupVersion) -> Bool {
        guard let kills = self["oom_kill"], kills > 0 else { return false }
        return version == .first || (self["oom"] ?? 0) > 0
    }
}
