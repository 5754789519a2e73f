// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import TransferEngine

/// How far an exchange is: what has been told of it and nobody has looked at yet.
struct ExchangeProgress: Equatable, Sendable {
    /// nil where there is no news.
    var sent: Int64?
    var received: Int64?
    var total: Int64?
    var head: AnswerHead?

    mutating func take(_ progress: ExchangeTransfer.Progress) {
        switch progress {
        case .sent(let bytes, _): sent = bytes
        case .answered(let answer): head = answer
        case .received(let bytes, let all): (received, total) = (bytes, all)
        }
    }
}
