// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// What a connection to somebody else's server fails with, in words for a person.
enum ConnectionFault {
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason(of: $0.error) } ?? "no address of it answers"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "its certificate is of another host"
        case NIOSSLError.handshakeFailed(let inner):
            "\(inner)".contains("CERTIFICATE_VERIFY_FAILED")
                ? "its certificate is of no authority that is trusted, or not good now"
                : "it does not come to terms over TLS"
        case NIOSSLError.uncleanShutdown: "it ends the connection"
        default: "\(error)"
        }
    }
}
