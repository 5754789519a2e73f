// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Tells since when a transfer under way has brought nothing: it has its place, and still waits.
struct TransferSilence: Sendable {
    /// Seconds without a byte that count as a wait: one is told within a second.
    static let threshold: Double = 1

    /// Why a transfer does not progress, without how long: the same in two looks at it.
    static let reason = "nothing comes from its server"

    /// When it began, or the last bytes came; nil before it has begun.
    private var heardAt: Double?

    /// Takes note of its begin, or of bytes.
    ///
    /// - `time`: seconds since 1970.
    mutating func note(at time: Double) { heardAt = time }

    /// Since when nothing has come; nil while that is no wait.
    func since(at now: Double) -> Double? {
        guard let heardAt, now - heardAt >= Self.threshold else { return nil }
        return heardAt
    }

    /// What would end it.
    ///
    /// - `timeout`: seconds after which the transport gives it up.
    static func endsWhen(timeout: Int64) -> String {
        "bytes come; with none for \(timeout) s it is tried again (`ba settings stall-timeout`)"
    }
}
