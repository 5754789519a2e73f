// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Foundation
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

extension HTTPTransport {
    /// What the client library threw, as our error. When the server was not trusted, its certificates are looked at once
    /// more, to say what is wrong with them.
    func failure(
        _ error: any Error, at address: HTTPAddress, through route: ProxyRoute?
    ) async -> TransferError {
        let url = "\(address)"
        if let route, let failure = await proxyFailure(error, at: address, of: route) { return failure }
        let probe = ServerProbe(group: group, route: route)
        if error as? NIOSSLExtraError == .failedToValidateHostname {
            let names = await probe.chain(of: address).first.map(CertificateProblem.names)
            let problem = CertificateProblem.wrongHost(address.host, names: names ?? [])
            return .untrusted(url: url, reason: "\(problem)")
        }
        guard case .handshakeFailed(let inner)? = error as? NIOSSLError,
            "\(inner)".contains("CERTIFICATE_VERIFY_FAILED")
        else {
            guard let route, case .connection(let url, let reason) = Self.translate(error, url: url) else {
                return Self.translate(error, url: url)
            }
            return .connection(url: url, reason: "\(reason), through the proxy \(route.server)")
        }
        let chain = await probe.chain(of: address)
        return .untrusted(url: url, reason: "\(CertificateProblem(refused: chain, now: Date()))")
    }

    /// Translates what the client library throws, certificates aside.
    private static func translate(_ error: any Error, url: String) -> TransferError {
        switch error {
        case let error as TransferError: error
        case is CancellationError: .cancelled
        case is PinMismatch:
            .untrusted(url: url, reason: "it shows another certificate than the one that its app trusts")
        case let error as HTTPClientError where error == .readTimeout || error == .deadlineExceeded:
            .stalled(url: url)
        case let error as HTTPClientError where error == .cancelled: .cancelled
        case let error as HTTPClientError where error == .connectTimeout:
            .connection(url: url, reason: "the server did not answer in time")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            .connection(url: url, reason: "the server closed the connection")
        // A server of TLS 1.3 says so when the handshake is done, for it.
        case let error as BoringSSLError where "\(error)".contains("CERTIFICATE_REQUIRED"):
            .clientCertificateRequired(url: url)
        case let error as BoringSSLError where isRefusalOfCertificate("\(error)"):
            .clientCertificateRejected(url: url)
        case let error as NIOSSLExtraError: .untrusted(url: url, reason: handshakeReason("\(error)"))
        case let error as NIOSSLError:
            switch error {
            // A server that is just ending, or a port that something else has: not a matter of trust.
            case .handshakeFailed(let inner) where "\(inner)".contains("EOF during handshake"):
                .connection(url: url, reason: handshakeReason("the server closed the connection"))
            case .handshakeFailed(let inner) where isRefusalOfCertificate("\(inner)"):
                .clientCertificateRejected(url: url)
            case .handshakeFailed(let inner): .untrusted(url: url, reason: handshakeReason("\(inner)"))
            case .uncleanShutdown: .connection(url: url, reason: "the connection was cut off")
            default: .untrusted(url: url, reason: handshakeReason("\(error)"))
            }
        case let error as NIOConnectionError where error.connectionErrors.isEmpty && error.dnsAError != nil:
            .hostUnknown(url: url, host: error.host)
        case let error as SocketAddressError.UnknownHost: .hostUnknown(url: url, host: error.host)
        case let error as NIOConnectionError:
            .connection(url: url, reason: error.connectionErrors.first.map { reason($0.error) } ?? "\(error)")
        case HTTPParserError.invalidEOFState:
            .connection(url: url, reason: "the server closed the connection in the midst of its answer")
        case let error as HTTPParserError:
            .connection(url: url, reason: "what the server answers is no HTTP (\(error))")
        case let error as IOError: .connection(url: url, reason: reason(error))
        default: .connection(url: url, reason: "\(error)")
        }
    }

    /// Whether a server says of the certificate that it was shown that it does not take it (RFC 8446, 6.2).
    private static func isRefusalOfCertificate(_ text: String) -> Bool {
        [
            "BAD_CERTIFICATE", "UNSUPPORTED_CERTIFICATE", "CERTIFICATE_REVOKED", "CERTIFICATE_EXPIRED",
            "CERTIFICATE_UNKNOWN", "UNKNOWN_CA", "ACCESS_DENIED", "DECRYPT_ERROR",
        ].contains { text.contains("_ALERT_" + $0) }
    }

    /// An error of the system in its own words.
    static func reason(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)).lowercased() } ?? "\(error)"
    }

    private static func handshakeReason(_ text: String) -> String {
        "the TLS handshake failed (\(text)): look whether the server speaks TLS 1.2 or newer at that port"
    }
}
