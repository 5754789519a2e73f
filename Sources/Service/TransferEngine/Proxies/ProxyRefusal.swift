// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a proxy answers that makes no way to a server.
struct ProxyRefusal: Error, Equatable {
    /// It wants to know who asks.
    static let authenticationRequired = 407

    var status: Int
    /// What it says of the status; at most a line.
    var reason: String
    /// Its Proxy-Authenticate headers.
    var fields: [String]

    var wantsAuthentication: Bool { status == Self.authenticationRequired }

    /// For people to read.
    var words: String { reason.isEmpty ? "status \(status)" : "status \(status), \(reason.debugDescription)" }

    /// The schemes that it offers, as it spells them, for people.
    var schemes: [String] {
        HTTPChallenge.parse(fields).map(\.scheme).prefix(5).map { String($0.prefix(30)) }
    }
}
