// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import FoundationNetworking
package import ServiceInterface

extension URLAuthenticationChallenge {
    /// A challenge as an app knows it; nil for one that this app was built too early to know.
    package static func make(_ challenge: Challenge, address: String) -> URLAuthenticationChallenge? {
        guard let space = URLProtectionSpace.make(challenge) else { return nil }
        var response: URLResponse?
        if !space.isForConnection, let url = URL(string: address) {
            response = HTTPURLResponse(
                url: url, statusCode: challenge.proxy == true ? 407 : 401, httpVersion: "HTTP/1.1", headerFields: nil)
        }
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: challenge.previousFailures,
            failureResponse: response, error: nil, sender: UnusedChallengeSender())
    }
}

extension URLProtectionSpace {
    /// It is about the connection, before anything is asked on it.
    fileprivate var isForConnection: Bool {
        [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate]
            .contains(authenticationMethod)
    }

    fileprivate static func make(_ challenge: Challenge) -> URLProtectionSpace? {
        let method: String
        switch challenge.method {
        case .httpBasic: method = NSURLAuthenticationMethodHTTPBasic
        case .httpDigest: method = NSURLAuthenticationMethodHTTPDigest
        case .httpBearer: method = NSURLAuthenticationMethodHTTPBearer
        case .clientCertificate: method = NSURLAuthenticationMethodClientCertificate
        case .serverTrust:
            return ServerProtectionSpace(
                host: challenge.host, port: challenge.port,
                trust: SecTrust(certificates: challenge.certificates, distrust: challenge.distrust))
        case .unknown: return nil
        }
        if challenge.proxy == true {
            return URLProtectionSpace(
                proxyHost: challenge.host, port: challenge.port, type: NSURLProtectionSpaceHTTPSProxy,
                realm: challenge.realm, authenticationMethod: method)
        }
        return URLProtectionSpace(
            host: challenge.host, port: challenge.port, protocol: "https", realm: challenge.realm,
            authenticationMethod: method)
    }
}
