// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The domain of what goes wrong below a URLSession, as with proxies.
public let kCFErrorDomainCFNetwork = "kCFErrorDomainCFNetwork"

/// Codes in `kCFErrorDomainCFNetwork`: those of proxies, which have none of their own in `NSURLErrorDomain`.
public enum CFNetworkErrors: Int32, Sendable {
    /// The proxy for http cannot be reached, or does not let through.
    case cfErrorHTTPProxyConnectionFailure = 306
    /// The proxy does not take the name and password.
    case cfErrorHTTPBadProxyCredentials = 307
    /// A script that names proxies has failed.
    case cfErrorPACFileError = 308
    /// The proxy for https cannot be reached, or does not let through.
    case cfErrorHTTPSProxyConnectionFailure = 310
}
