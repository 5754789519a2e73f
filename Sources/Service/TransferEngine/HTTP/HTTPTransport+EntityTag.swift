// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

extension HTTPTransport {
    /// What a server has at an address now, as its entity tag; nil where it gives none.
    ///
    /// - `known`: the tag that the caller has: a server that compares tags answers with it or with none.
    /// - `timeout`: seconds for everything, redirects included.
    package func entityTag(
        at address: HTTPAddress, known: String?, timeout: Int64 = 30
    ) async throws(TransferError) -> String? {
        var request = HTTPClientRequest(url: address.absoluteString)
        request.method = .HEAD
        if let known { request.headers.add(name: "If-None-Match", value: known) }
        let (response, last) = try await answer(
            to: request, from: address, deadline: NIODeadline.now() + .seconds(timeout))
        switch Int(response.status.code) {
        case 200..<300: return response.headers.first(name: "ETag")
        case 304: return known
        // A server, or an address that is signed for one method, that knows only GET.
        case 403, 405, 501: return nil
        case let code:
            throw .status(url: "\(last)", code: code, retryAfter: response.headers.retryAfterSeconds)
        }
    }

    /// Sends a request, and sends it on where redirects lead.
    ///
    /// - Returns: the first answer that is no redirect, and the address that gave it.
    func answer(
        to request: HTTPClientRequest, from address: HTTPAddress, deadline: NIODeadline
    ) async throws(TransferError) -> (HTTPClientResponse, HTTPAddress) {
        var (request, address) = (request, address)
        request.headers.add(name: "User-Agent", value: Self.userAgent)
        for _ in 0...Self.redirectLimit {
            request.url = address.absoluteString
            do {
                let response = try await execute(request, deadline: deadline)
                switch Int(response.status.code) {
                case 301, 302, 303, 307, 308:
                    address = try Self.target(of: response.headers.first(name: "Location"), from: address)
                default: return (response, address)
                }
            } catch { throw await failure(error, at: address) }
        }
        throw .redirect(url: "\(address)", reason: "more than \(Self.redirectLimit) redirects")
    }

    /// Sends a request for a document, and once more when its connection was closed before the answer came: a server may
    /// close one that has been idle in the very moment in which it is used again (RFC 9110, 9.3.1 and 9.2.2).
    private func execute(_ request: HTTPClientRequest, deadline: NIODeadline) async throws -> HTTPClientResponse {
        do { return try await clients.documents.execute(request, deadline: deadline) } catch
            where Self.isClosedConnection(error)
        {
            logger.debug("\(request.url.prefix { $0 != "?" }) is asked for again: \(error)")
            return try await clients.documents.execute(request, deadline: deadline)
        }
    }

    private static func isClosedConnection(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode)
        case NIOSSLError.uncleanShutdown: true
        case ChannelError.ioOnClosedChannel, ChannelError.eof: true
        default: false
        }
    }
}
