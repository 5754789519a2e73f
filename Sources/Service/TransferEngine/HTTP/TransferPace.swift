// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Tells a body that trickles from one that flows: a server that sends a byte now and then is as good as a silent one.
struct TransferPace: Sendable {
    /// Bytes a second under which a transfer counts as stalled.
    static let slowestRate: Int64 = 1024

    private let patience: Int64
    private var begin: NIODeadline
    private var bytes: Int64 = 0

    /// - `patience`: seconds over which the rate is taken.
    init(patience: Int64, now: NIODeadline = .now()) {
        self.patience = patience
        begin = now
    }

    /// Takes note of bytes that have come.
    ///
    /// - Returns: whether the last `patience` seconds or more brought too few of them.
    mutating func isTooSlow(after count: Int, now: NIODeadline = .now()) -> Bool {
        bytes += Int64(count)
        guard now - begin >= .seconds(patience) else { return false }
        let isTooSlow = bytes < patience * Self.slowestRate
        begin = now
        bytes = 0
        return isTooSlow
    }
}
