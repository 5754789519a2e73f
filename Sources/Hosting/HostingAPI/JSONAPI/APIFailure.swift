// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All that is wrong with a request: one error at least.
package struct APIFailure: Error, Equatable, Sendable {
    package let errors: [APIError]

    package init(_ error: APIError) { errors = [error] }

    /// nil when nothing is wrong.
    init?(_ errors: [APIError]) {
        guard !errors.isEmpty else { return nil }
        self.errors = errors
    }

    /// That of the response: the first one's.
    var status: Int { errors.first?.status ?? 500 }
}
