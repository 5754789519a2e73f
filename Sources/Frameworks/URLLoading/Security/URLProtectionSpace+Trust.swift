// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationNetworking

extension URLProtectionSpace {
    /// What a server has shown that wants to be trusted; nil for other challenges.
    public var serverTrust: SecTrust? { (self as? ServerProtectionSpace)?.trust }
}

/// The space of a server that wants to be trusted.
package final class ServerProtectionSpace: URLProtectionSpace, @unchecked Sendable {
    // @unchecked as its class is: it does not change.
    fileprivate let trust: SecTrust

    package init(host: String, port: Int, trust: SecTrust) {
        self.trust = trust
        super.init(
            host: host, port: port, protocol: "https", realm: nil,
            authenticationMethod: NSURLAuthenticationMethodServerTrust)
    }
}
