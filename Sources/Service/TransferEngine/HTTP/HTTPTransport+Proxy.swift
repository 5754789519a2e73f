// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

// What proxies do, and fail to do.
extension HTTPTransport {
    /// Has a proxy make a way once, and leaves it.
    ///
    /// - Throws: `ProxyRefusal`, or what the connection failed with.
    @Sendable func attempt(_ route: ProxyRoute, _ address: HTTPAddress) async throws {
        let tunnel = ProxyTunnel(group: group, route: route, patience: .seconds(min(connectTimeout, 5)))
        try await tunnel.open(to: address).close(promise: nil)
    }

    /// What a proxy has answered that wants to know who asks, which the client library does not tell.
    func refusal(_ error: any Error, by route: ProxyRoute, at address: HTTPAddress) async -> ProxyRefusal? {
        guard error as? HTTPClientError == .proxyAuthenticationRequired else { return nil }
        do {
            try await attempt(route, address)
            // It has changed its mind.
            return ProxyRefusal(status: ProxyRefusal.authenticationRequired, reason: "", fields: [])
        } catch let refusal as ProxyRefusal where refusal.wantsAuthentication { return refusal } catch {
            return nil
        }
    }

    /// What a request failed with, when that is a matter of the proxy. Where it may be the server's as well, the proxy is
    /// asked once more.
    func proxyFailure(_ error: any Error, at address: HTTPAddress, of route: ProxyRoute) async -> TransferError? {
        switch error {
        case let error as HTTPClientError:
            let suspicious: [HTTPClientError] = [
                .connectTimeout, .proxyAuthenticationRequired, .invalidProxyResponse, .httpProxyHandshakeTimeout,
                .remoteConnectionClosed,
            ]
            guard suspicious.contains(error) else { return nil }
        // The only one that is connected to is the proxy.
        case is NIOConnectionError: return failure(of: error, route, at: address)
        case is HTTPParserError, is IOError, is ChannelError: break
        default: return nil
        }
        do {
            try await attempt(route, address)
            return nil
        } catch { return failure(of: error, route, at: address) }
    }

    /// What a proxy has failed with that was asked for a way.
    private func failure(of error: any Error, _ route: ProxyRoute, at address: HTTPAddress) -> TransferError {
        switch error {
        case is CancellationError: .cancelled
        case let refusal as ProxyRefusal where refusal.wantsAuthentication:
            ProxyAdmission.failure(route, address, refusal)
        case let refusal as ProxyRefusal:
            failure(
                "makes no way to \(address.authority): it answers with \(refusal.words)", of: route, at: address)
        default: failure(Self.words(for: error), of: route, at: address)
        }
    }

    /// What is wrong with a proxy that does not answer, as goes on where its name ends.
    static func words(for error: any Error) -> String {
        switch error {
        case is ProxySilence: "takes connections and does not answer"
        case let error as NIOConnectionError:
            "cannot be reached: " + (error.connectionErrors.first.map { reason($0.error) } ?? "\(error)")
        case HTTPParserError.invalidEOFState, ChannelError.eof: "closes the connection before it has answered"
        case is HTTPParserError: "answers what is no HTTP (\(error))"
        case ChannelError.connectTimeout: "cannot be reached: it did not answer in time"
        case let error as IOError: "breaks the connection off: \(reason(error))"
        default: "fails: \(error)"
        }
    }

    private func failure(_ reason: String, of route: ProxyRoute, at address: HTTPAddress) -> TransferError {
        let source = proxies.server.map { " (from \($0.source))" } ?? ""
        return .proxy(
            url: "\(address)", proxy: "\(route.server)",
            reason: "\(reason). Look whether it is the right one\(source); `ba settings proxy off` does without")
    }
}
