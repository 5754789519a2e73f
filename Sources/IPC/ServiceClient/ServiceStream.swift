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
    /// Of the service at the other end; nil when it was not started from here.
    let starter: ServiceStarter?

    /// Ends it before its time.
    package func cancel() { replies.cancel() }

    package func makeAsyncIterator() -> Iterator { Iterator(replies: replies.makeAsyncIterator(), starter: starter) }

    package struct Iterator: AsyncIteratorProtocol {
        var replies: VarlinkReplies<Reply>.Iterator
        /// nil from the first reply on.
        var starter: ServiceStarter?

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceClientError) -> Reply? {
            do throws(VarlinkError) {
                let reply = try await replies.next(isolation: actor)
                starter?.succeeded()
                starter = nil
                return reply
            } catch {
                if Task.isCancelled { throw .cancelled }
                let error = ServiceClientError(error)
                guard error.isLostConnection, let starter else { throw error }
                throw await Self.reason(starter) ?? error
            }
        }

        /// Why a service ended that had accepted the call: it listens before it has looked at its state.
        private static func reason(_ starter: ServiceStarter) async -> ServiceClientError? {
            do throws(ServiceClientError) {
                return try await ServingThread.run(failure: { .connection($0) }) { () throws(ServiceClientError) in
                    starter.reason()
                }
            } catch { return nil }
        }
    }
}
