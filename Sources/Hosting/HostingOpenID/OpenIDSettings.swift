// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A provider by which members sign in, as it knows this host.
package struct OpenIDSettings: Sendable {
    /// Its address, which stands in its tokens.
    package let issuer: String
    package let clientID: String
    /// nil for a client that has none.
    package let clientSecret: String?
    /// As people know it: what stands on the button.
    package let name: String

    /// - Throws: `setting` for what can be none.
    package init(
        issuer: String, clientID: String, clientSecret: String?, name: String? = nil
    ) throws(OpenIDError) {
        guard let url = URL(string: issuer), let host = url.host, url.query == nil, url.fragment == nil,
            url.user == nil, Self.isSafe(url)
        else {
            throw .setting("\(issuer) is no address of a provider: https://, a host, and a path if it has one")
        }
        guard !clientID.isEmpty else { throw .setting("the provider \(issuer) has to know this host by a client ID") }
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.name = name ?? host
    }

    /// Over TLS, or on this machine.
    static func isSafe(_ url: URL) -> Bool {
        url.scheme == "https"
            || (url.scheme == "http" && ["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host ?? ""))
    }
}
