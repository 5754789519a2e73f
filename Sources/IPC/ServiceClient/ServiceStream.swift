// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Varlink

/// The replies to a call that replies several times, for one consumer.
///
/// Letting go of it before its end closes its connection.
package struct ServiceStream<Reply: Decodable & Sendable>: AsyncSequence, Sendable {
    package typealias Element = Reply
    package typealias Failure = ServiceClientError

    let replies: VarlinkReplies<Reply>

    /// Ends it before its time.
    package func cancel() { replies.cancel() }

    package func makeAsyncIterator() -> Iterator { Iterator(replies: replies.makeAsyncIterator()) }

    package struct Iterator: AsyncIteratorProtocol {
        var replies: VarlinkReplies<Reply>.Iterator

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceClientError) -> Reply? {
            do throws(VarlinkError) {
                return try await replies.next(isolation: actor)
            } catch {
                if Task.isCancelled { throw .cancelled }
                throw ServiceClientError(error)
            }
        }
    }
}
