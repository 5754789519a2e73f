// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A request that its sender may send again, not knowing what became of it: it is done once.
package struct RepeatableRequest: Hashable, Sendable {
    /// Who sends it: the identifier of a key.
    package let callerID: String
    /// The sender's own name of the request.
    package let name: String
    /// Of all that it asks for, in hexadecimal digits.
    package let digest: String

    package init(callerID: String, name: String, digest: String) {
        self.callerID = callerID
        self.name = name
        self.digest = digest
    }

    /// The right to do it, of one server at a time: one that takes too long loses it to the next.
    package struct Turn: Equatable, Sendable {
        /// That of what this task does.
        @TaskLocal static var current: Turn?

        let request: RepeatableRequest
        let begunAt: Timestamp

        /// Does it: what is made meanwhile is recorded as what it has made, in the transaction that makes it.
        package func doing<Value, Failure: Error>(
            _ body: () async throws(Failure) -> Value
        ) async throws(Failure) -> Value {
            let result = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
                do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
            }
            return try result.get()
        }

        /// Records what has been made, in the transaction that makes it.
        ///
        /// - Throws: `conflict` when the turn has passed to another: nothing is made then.
        func record(_ resourceID: String, in connection: any SQLConnection) throws(StorageError) {
            let count = try connection.execute(
                """
                UPDATE repeatable_requests SET resource_id = \(resourceID)
                WHERE caller_id = \(request.callerID) AND name = \(request.name) AND begun_at = \(begunAt)
                """)
            guard count == 1 else {
                throw .conflict("the request '\(request.name)' took so long that another server does it: send it again")
            }
        }
    }

    /// What is known of it.
    package enum Standing: Equatable, Sendable {
        /// It has not come before, or nothing was done: it is to be done now.
        case new(Turn)
        /// It is being done.
        case running
        /// Another request had this name.
        case other
        /// It has made this, and its server was killed before its answer was recorded.
        case done(resourceID: String)
        case answered(status: Int, body: String)

        /// Of who is to do it; nil for everybody else.
        package var turn: Turn? { if case .new(let turn) = self { turn } else { nil } }
    }
}
