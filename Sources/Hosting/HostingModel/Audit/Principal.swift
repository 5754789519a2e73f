// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who changes something.
package struct Principal: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// A key of the interface.
        case key
        /// A member of the team, at the page.
        case member
        /// Somebody at a machine of the host, who needs no key.
        case machine
        /// The host itself: what follows from what somebody else has done.
        case host
    }

    package let kind: Kind
    /// The identifier of the key, or of the member.
    package let id: String

    package init(_ kind: Kind, id: String) {
        self.kind = kind
        self.id = id
    }

    package static let machine = Principal(.machine, id: "local")
    package static let host = Principal(.host, id: "host")

    /// Whoever this task works for.
    @TaskLocal package static var current = Principal.host

    /// Does something for somebody.
    package static func acting<Value, Failure: Error>(
        as principal: Principal, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await $current.withValue(principal) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
