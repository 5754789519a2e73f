// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

extension TransportError {
    /// What the client library has thrown, in words.
    static func connection(_ error: any Error, url: String) -> TransportError {
        switch error {
        case let error as TransportError: error
        case let error as HTTPClientError where error == .connectTimeout:
            .unreachable(url: url, reason: "it does not answer in time")
        case let error as HTTPClientError where error == .readTimeout || error == .deadlineExceeded:
            .unreachable(url: url, reason: "it says nothing more")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            .unreachable(
                url: url,
                reason: "it has closed the connection"
                    + (url.hasPrefix("http://") ? "; if it speaks TLS, its address begins with https://" : ""))
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            .untrusted(url: url, reason: "its certificate is of another host")
        case NIOSSLError.handshakeFailed(let inner) where "\(inner)".contains("CERTIFICATE_VERIFY_FAILED"):
            .untrusted(url: url, reason: "its certificate is of no authority that is trusted, or not good now")
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            .unreachable(url: url, reason: "\(error.host) is not found")
        case let error as NIOConnectionError:
            .unreachable(url: url, reason: error.connectionErrors.first.map { words($0.error) } ?? "\(error)")
        default: .unreachable(url: url, reason: words(error))
        }
    }

    /// Whether the same may go well later.
    var isForAWhile: Bool {
        switch self {
        case .unreachable: true
        case .refused(let refusal), .partRefused(let refusal): RetryRules.isForAWhile(refusal.status)
        default: false
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)).lowercased() } ?? "\(error)"
    }
}
