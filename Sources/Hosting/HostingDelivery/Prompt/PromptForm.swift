// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// The parts that requests and answers come in, in a channel.
package protocol PromptForm {
    associatedtype RequestPart: Sendable
    associatedtype ResponsePart: Sendable

    /// - `context`: that of the handler; nil where what it needs stands in no pipeline before it.
    init?(_ context: ChannelHandlerContext)

    func piece(of part: RequestPart) -> PromptPiece

    /// Whether an answer is complete by it.
    func isEnd(_ part: ResponsePart) -> Bool

    /// Writes an answer, and doesn't flush it.
    func write(_ response: PromptResponse, in context: ChannelHandlerContext)
}
