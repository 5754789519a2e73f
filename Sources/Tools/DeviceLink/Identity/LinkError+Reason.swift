// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

extension LinkError {
    /// What went wrong with a connection, for people.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as LinkError: error.description
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.first {
                reason(failure.error)
            } else {
                "there is no machine of that name"
            }
        case ChannelError.connectTimeout: "it does not answer"
        case ChannelError.eof, NIOSSLError.uncleanShutdown, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed:
            "the other end has closed the connection, or was silent for too long"
        case is SocketAddressError.UnknownHost: "there is no machine of that name"
        case BoringSSLError.sslError(let stack), NIOSSLError.handshakeFailed(.sslError(let stack)):
            misunderstanding + (stack.first.map { " (\(words($0)))" } ?? "")
        case is NIOSSLError, is BoringSSLError: misunderstanding
        default: "\(error)"
        }
    }

    private static let misunderstanding = "there is no understanding by TLS 1.3, or a certificate was not accepted"

    /// What the library calls it, without its numbers and the place in its source.
    private static func words(_ error: BoringSSLInternalError) -> String {
        let text = error.description.split(separator: " at /").first ?? ""
        return String(text.split(separator: ":").last ?? "").replacing("_", with: " ").lowercased()
    }
}
