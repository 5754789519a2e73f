// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who has exclusive control over one app's downloads, and who waits for it, in the order in which they asked.
struct ControlLine: Sendable {
    private struct Request: Sendable {
        let id: UInt64
        /// In seconds since 1970; nil waits without end.
        let deadline: Double?
    }

    private(set) var holder: UInt64?
    private var waiting: [Request] = []

    var isEmpty: Bool { holder == nil && waiting.isEmpty }
    /// Whether somebody waits for what nobody here has.
    var isOpen: Bool { holder == nil && !waiting.isEmpty }
    /// When the next who waits gives up, in seconds since 1970.
    var nextDeadline: Double? { waiting.compactMap(\.deadline).min() }

    /// When one who waits gives up, in seconds since 1970; nil for one that does not, or does not wait.
    func deadline(of id: UInt64) -> Double? { waiting.first { $0.id == id }?.deadline }

    mutating func join(_ id: UInt64, deadline: Double?) { waiting.append(Request(id: id, deadline: deadline)) }

    /// Gives control to the first who waits, if nobody has it.
    mutating func grant() -> UInt64? {
        guard isOpen else { return nil }
        holder = waiting.removeFirst().id
        return holder
    }

    /// Somebody has given it back, waits no longer, or is gone.
    mutating func leave(_ id: UInt64) {
        if holder == id { holder = nil }
        waiting.removeAll { $0.id == id }
    }

    /// Those who wait no longer, because their time is up.
    mutating func expire(now: Double) -> [UInt64] {
        let late = waiting.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.id)
        waiting.removeAll { late.contains($0.id) }
        return late
    }

    /// Those who wait, and wait no longer: control cannot be had at all.
    mutating func dismiss() -> [UInt64] {
        defer { waiting = [] }
        return waiting.map(\.id)
    }
}
