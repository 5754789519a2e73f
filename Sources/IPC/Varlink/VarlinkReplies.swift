// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The replies to a call with `more`: an asynchronous sequence for one consumer.
///
/// It ends after the last reply, and throws when the peer answers with an error or goes away. When the consumer's task is
/// cancelled, or the last reference goes before the last reply has come, the connection is closed.
package final class VarlinkReplies<Reply: Decodable & Sendable>: AsyncSequence, Sendable {
    package typealias Element = Reply
    package typealias Failure = VarlinkError

    private let buffer: ReplyBuffer
    private let connection: VarlinkConnection

    init(buffer: ReplyBuffer, connection: VarlinkConnection) {
        self.buffer = buffer
        self.connection = connection
    }

    deinit { cancel() }

    /// Ends the stream before its time.
    package func cancel() {
        guard !buffer.isFinished else { return }
        buffer.abandon()
        connection.close()
    }

    package func makeAsyncIterator() -> Iterator { Iterator(replies: self) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let replies: VarlinkReplies

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(VarlinkError) -> Reply? {
            let replies = replies
            let item = await withTaskCancellationHandler {
                await replies.buffer.next()
            } onCancel: {
                replies.cancel()
            }
            guard let reply = try item.get() else { return nil }
            do throws(VarlinkError) { return try reply.parameters(as: Reply.self) } catch {
                replies.cancel()
                throw error
            }
        }
    }
}
