// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a server, or a proxy, wants to be told who asks (RFC 9110, 11.3): one of those that its answer offers.
struct HTTPChallenge: Equatable, Sendable {
    /// In lower case.
    var scheme: String
    /// What some schemes have in place of parameters.
    var token: String?
    /// By their names in lower case.
    var parameters: [String: String] = [:]

    var realm: String? { parameters["realm"] }

    /// Those in headers, in their order; what cannot be read ends what is read of its header.
    ///
    /// - `fields`: values of WWW-Authenticate or Proxy-Authenticate.
    static func parse(_ fields: [String]) -> [HTTPChallenge] {
        fields.flatMap { field -> [HTTPChallenge] in
            guard field.utf8.count <= HTTPChallengeParser.largestField else { return [] }
            var parser = HTTPChallengeParser(field)
            return parser.parse()
        }
    }
}
