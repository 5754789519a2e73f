// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient

/// What a proxy is told of who asks. It is shown nowhere.
struct ProxyAuthorization: Hashable, Sendable, CustomStringConvertible {
    private static let basicScheme = "Basic "
    private static let bearerScheme = "Bearer "

    /// Of the header Proxy-Authorization.
    let value: String
    let method: ServerChallenge.Method

    /// nil for what cannot be sent, and for ways that are not known here.
    init?(_ credential: HTTPCredential, _ method: ServerChallenge.Method) {
        let value: String? =
            switch method {
            case .httpBasic: credential.basic
            case .httpBearer: credential.bearer
            case .httpDigest, .serverTrust, .clientCertificate: nil
            }
        guard let value else { return nil }
        self.value = value
        self.method = method
    }

    var description: String { "an authorization" }

    /// As the client library sends it.
    var forClient: HTTPClient.Authorization {
        value.hasPrefix(Self.basicScheme)
            ? .basic(credentials: String(value.dropFirst(Self.basicScheme.count)))
            : .bearer(tokens: String(value.dropFirst(Self.bearerScheme.count)))
    }
}
