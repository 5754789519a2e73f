// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Tells since when a transfer under way has brought nothing: it has its place, and still waits.
struct TransferSilence: Sendable {
    /// Seconds without a byte that count as a wait: one is told within a second.
    static let threshold: Double = 1

    /// Why a transfer does not progress, without how long: the same in two looks at it.
    static let reason = "nothing comes from its server"

    /// When its last try began (seconds since 1970); nil before that.
    private(set) var begunAt: Double?
    /// When that was, or the last bytes came.
    private var heardAt: Double?

    /// - `time`: seconds since 1970.
    mutating func begin(at time: Double) { (begunAt, heardAt) = (time, time) }

    /// Takes note of bytes.
    ///
    /// - `time`: seconds since 1970.
    mutating func note(at time: Double) { heardAt = time }

    /// Since when nothing has come; nil while that is no wait.
    func since(at now: Double) -> Double? {
        guard let heardAt, now - heardAt >= Self.threshold else { return nil }
        return heardAt
    }

    /// Why something waits whose server is silent.
    ///
    /// - `since`: when that began (seconds since 1970).
    /// - `timeout`: seconds after which the transport gives it up.
    /// - `isRetried`: whether it is tried again then, by itself.
    /// - `progress`: how far it is.
    static func explanation(
        of subject: String, since: Double, timeout: Int64, isRetried: Bool = true, _ progress: String
    ) -> Explanation {
        Explanation(
            subject: subject, state: "waiting", condition: .serverSilent, reason: "\(reason): \(progress)",
            since: since,
            endsWhen: "bytes come; with none for \(timeout) s it "
                + (isRetried ? "is tried again (`ba settings stall-timeout`)" : "has failed"))
    }
}
