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
    /// - `challenges`: who answers when the server asks; nil for nobody.
    package func entityTag(
        at address: HTTPAddress, known: String?, timeout: Int64 = 30, challenges: (any ChallengeResponder)? = nil
    ) async throws(TransferError) -> String? {
        var request = HTTPClientRequest(url: address.absoluteString)
        request.method = .HEAD
        if let known { request.headers.add(name: "If-None-Match", value: known) }
        let answer = try await answer(to: request, from: address, timeout: timeout, challenges: challenges)
        let response = answer.response
        switch Int(response.status.code) {
        case 200..<300: return response.headers.first(name: "ETag")
        case 304: return known
        // A server, or an address that is signed for one method, that knows only GET.
        case 403, 405, 501: return nil
        case let code:
            throw .status(url: "\(answer.address)", code: code, retryAfter: response.headers.retryAfterSeconds)
        }
    }

    /// Sends a request, and sends it on where redirects lead.
    ///
    /// - `timeout`: seconds until there is an answer, without what an app takes that is asked who asks.
    /// - `challenges`: who answers for the app; nil for nobody.
    /// - Returns: the first answer that is no redirect.
    func answer(
        to request: HTTPClientRequest, from address: HTTPAddress, timeout: Int64,
        challenges: (any ChallengeResponder)? = nil
    ) async throws(TransferError) -> DocumentAnswer {
        var (request, asked) = (request, TransferRequest(address))
        var passage = ServerPassage(self, challenges: challenges)
        var deadline = NIODeadline.now() + .seconds(timeout)
        var redirects = 0
        request.headers.add(name: "User-Agent", value: Self.userAgent)
        while redirects <= Self.redirectLimit {
            let variant = try await passage.variant(for: asked)
            request.url = asked.address.absoluteString
            request.headers.remove(name: "Authorization")
            if let value = passage.authorization(for: asked) {
                request.headers.add(name: "Authorization", value: value)
            }
            do {
                let clients = try clients(for: variant)
                let response = try await execute(request, on: clients.documents, deadline: deadline)
                if response.status.code == 401, passage.takesChallenges {
                    try await passage.refused(
                        asked, fields: response.headers["WWW-Authenticate"], reason: await reason(of: response))
                    deadline = NIODeadline.now() + .seconds(timeout)
                    continue
                }
                passage.accepted(by: asked)
                switch Int(response.status.code) {
                case 301, 302, 303, 307, 308:
                    redirects += 1
                    asked = TransferRequest(
                        try Self.target(of: response.headers.first(name: "Location"), from: asked.address))
                default:
                    return DocumentAnswer(
                        response: response, address: asked.address, route: variant.proxy, clients: clients)
                }
            } catch {
                if try await passage.recovers(from: error, of: asked, variant) {
                    deadline = NIODeadline.now() + .seconds(timeout)
                    continue
                }
                throw passage.failed(await failure(error, at: asked.address, through: variant.proxy), asked)
            }
        }
        throw .redirect(url: "\(asked.address)", reason: "more than \(Self.redirectLimit) redirects")
    }

    /// Sends a request for a document, and once more when its connection was closed before the answer came: a server may
    /// close one that has been idle in the very moment in which it is used again (RFC 9110, 9.3.1 and 9.2.2).
    private func execute(
        _ request: HTTPClientRequest, on client: HTTPClient, deadline: NIODeadline
    ) async throws -> HTTPClientResponse {
        do { return try await client.execute(request, deadline: deadline) } catch
            where Self.isClosedConnection(error)
        {
            logger.debug("\(request.url.prefix { $0 != "?" }) is asked for again: \(error)")
            return try await client.execute(request, deadline: deadline)
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
