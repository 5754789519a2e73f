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
        let request: RepeatableRequest
        let begunAt: Timestamp
    }

    /// What is known of it.
    package enum Standing: Equatable, Sendable {
        /// It has not come before, or nothing was done: it is to be done now.
        case new(Turn)
        /// It is being done.
        case running
        /// Another request had this name.
        case other
        case answered(status: Int, body: String)

        /// Of who is to do it; nil for everybody else.
        package var turn: Turn? { if case .new(let turn) = self { turn } else { nil } }
    }
}
