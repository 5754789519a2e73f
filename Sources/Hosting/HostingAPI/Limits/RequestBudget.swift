// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// What a key has left of its requests in an hour.
struct RequestBudget: Equatable, Sendable {
    let limit: Int
    let remaining: Int
    /// Seconds until a request is answered again; nil while there are some left.
    let retryAfter: Int?

    /// The field by which App Store Connect tells it (hosting-api 1.6).
    static let field = HTTPField.Name("X-Rate-Limit")

    var value: String { "user-hour-lim:\(limit);user-hour-rem:\(remaining);" }
}
