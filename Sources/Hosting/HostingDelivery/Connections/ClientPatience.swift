// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// For how much longer a client is waited for that owes something: a body that it has announced, or to take what it is sent.
///
/// Time that it keeps others waiting uses it up, and each byte gives some back. So who moves a byte now and then, only to stay, is
/// found out as one who moves none.
struct ClientPatience {
    private let most: Int64
    private var left: Int64
    private var hasWaited = false

    init(_ times: ConnectionTimes) {
        most = times.longestWait.nanoseconds
        left = most
    }

    /// Some time has passed.
    ///
    /// - `isWaiting`: whether it is waited for now.
    /// - `bytes`: have moved since the last time.
    /// - Returns: whether that was too long.
    mutating func pass(_ time: TimeAmount, isWaiting: Bool, bytes: Int) -> Bool {
        // Who is found waiting once may have begun this instant.
        if isWaiting, hasWaited { left -= time.nanoseconds }
        hasWaited = isWaiting
        left = min(most, left + Int64(bytes) * 1_000_000_000 / Int64(ConnectionTimes.slowestTransfer))
        return isWaiting && left <= 0
    }
}
