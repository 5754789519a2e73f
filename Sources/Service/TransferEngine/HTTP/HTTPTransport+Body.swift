// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Synchronization

/// Takes the bytes of a response as they arrive.
///
/// Calls come one at a time, on the connection's event loop, and must not block it.
package protocol BodySink: AnyObject, Sendable {
    /// A server has answered. Told before the body begins to who takes every answer.
    func answered(_ head: AnswerHead)
    /// The body begins at `offset` of the file: what was asked for, or 0 when the server ignored the range. `total` is
    /// the size of the file, nil when the server does not say.
    func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) throws(TransferError)
    /// The next bytes. `resume` must be called when more may come, at once or later, unless this throws.
    func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) throws(TransferError)
}

extension BodySink {
    /// The body is all that most want.
    package func answered(_ head: AnswerHead) {}
}

extension HTTPTransport {
    /// Streams what a request answers, from `offset` on, into a sink.
    ///
    /// - `etag`: what the bytes before `offset` came with; a file that changed since comes from its beginning.
    /// - `size`: bytes of the file, which it must have; nil when whatever the server says is right.
    /// - `takesEveryAnswer`: whether what the server says is the answer, of whatever status.
    /// - `challenges`: who answers for the app when a server wants to be trusted, or to know who asks; nil for nobody.
    /// - `sent`: told the bytes of the request's file that are on their way, of how many.
    /// - Returns: where redirects led.
    /// - Throws: `truncated` when the body ended before the last byte of the file; what the sink throws.
    @discardableResult package func stream(
        _ request: TransferRequest, from offset: Int64, etag: String?, size: Int64?, takesEveryAnswer: Bool = false,
        challenges: (any ChallengeResponder)? = nil, into sink: any BodySink,
        sent: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }
    ) async throws(TransferError) -> HTTPAddress {
        var request = request
        var passage = ServerPassage(self, challenges: challenges)
        var redirects = 0
        while true {
            try request.checkHost()
            let url = "\(request.address)"
            let variant = try await passage.variant(for: request)
            let authorization = passage.authorization(for: request)
            let outcome: BodyDelegate.Outcome
            let unwanted = UnwantedBody()
            defer { unwanted.end() }
            do {
                outcome = try await answer(
                    to: message(
                        of: request, from: offset, etag: etag, authorization: authorization, unwanted: unwanted,
                        sent: sent),
                    of: request.address.authority, through: clients(for: variant)
                ) {
                    BodyDelegate(
                        url: url, offset: offset, size: size, patience: stallTimeout,
                        isHead: request.method == "HEAD", asksForPart: request.asksForPart,
                        takesEveryAnswer: takesEveryAnswer,
                        takesChallenges: passage.takesChallenges, unwanted: unwanted, sink: sink)
                }
            } catch {
                if try await passage.recovers(from: error, of: request, variant) { continue }
                throw passage.failed(
                    await failure(error, at: request.address, through: variant.proxy), request)
            }
            if case .refused(let fields, let reason) = outcome {
                do throws(TransferError) {
                    try await passage.refused(request, fields: fields, reason: reason)
                } catch .status(_, 401, _, _) where takesEveryAnswer { return request.address }
                continue
            }
            passage.accepted(by: request)
            guard case .redirect(let status, let location) = outcome else { return request.address }
            redirects += 1
            guard redirects <= Self.redirectLimit else {
                throw .redirect(url: url, reason: "more than \(Self.redirectLimit) redirects")
            }
            request = try request.redirected(to: location, status: status)
        }
    }

    /// Looks at a server.
    func introduction(
        of address: HTTPAddress, through route: ProxyRoute?
    ) async -> ServerIntroduction.Outcome {
        await ServerProbe(group: group, route: route).introduction(of: address, roots: roots)
    }

    /// A request as it is sent.
    private func message(
        of request: TransferRequest, from offset: Int64, etag: String?, authorization: String?,
        unwanted: UnwantedBody, sent: @escaping @Sendable (Int64, Int64) -> Void
    ) throws -> HTTPClient.Request {
        var message = try HTTPClient.Request(
            url: request.address.absoluteString, method: HTTPMethod(rawValue: request.method))
        for field in request.headers { message.headers.add(name: field.name, value: field.value) }
        if !message.headers.contains(name: "User-Agent") {
            message.headers.add(name: "User-Agent", value: Self.userAgent)
        }
        // What the server has asked for, in the place of what the app sends unasked.
        if let authorization { message.headers.replaceOrAdd(name: "Authorization", value: authorization) }
        message.headers.add(name: "Accept-Encoding", value: "identity")
        if let file = request.bodyFile {
            message.body = BodyFileSender.body(file, on: group, unwanted: unwanted, sent: sent)
        } else if !request.body.isEmpty {
            message.body = .byteBuffer(ByteBuffer(bytes: request.body))
        }
        if offset > 0 {
            message.headers.add(name: "Range", value: "bytes=\(offset)-")
            if let etag, !etag.hasPrefix("W/") { message.headers.add(name: "If-Range", value: etag) }
        }
        return message
    }

    /// Sends a request for an archive by HTTP/1.1, and by HTTP/2 to a host that has nothing else.
    private func answer(
        to request: HTTPClient.Request, of authority: String, through clients: ClientPair,
        delegate makeDelegate: () -> BodyDelegate
    ) async throws -> BodyDelegate.Outcome {
        if modernHosts.withLock({ $0.contains(authority) }) {
            return try await Self.run(request, makeDelegate(), on: clients.documents)
        }
        let delegate = makeDelegate()
        do { return try await Self.run(request, delegate, on: clients.archives) } catch {
            guard !delegate.hasAnswer, Self.isRefusalOfHTTP1(error) else { throw error }
            logger.debug("\(authority) does not speak HTTP/1.1 (\(error)); asking by HTTP/2")
        }
        let outcome = try await Self.run(request, makeDelegate(), on: clients.documents)
        modernHosts.withLock { _ = $0.insert(authority) }
        return outcome
    }

    private static func run(
        _ request: HTTPClient.Request, _ delegate: BodyDelegate, on client: HTTPClient
    ) async throws -> BodyDelegate.Outcome {
        let task = client.execute(request: request, delegate: delegate)
        return try await withTaskCancellationHandler {
            do { return try await task.get() } catch {
                if error as? HTTPClientError == .cancelled { throw error }
                // One that has answered before it had all that was sent, and takes no more of it, has answered.
                if !(error is TransferError), let answer = delegate.answer { return answer }
                // A server that has refused, and broke off in telling why, has refused.
                throw delegate.refusal ?? error
            }
        } onCancel: {
            task.cancel()
            delegate.cancel()
        }
    }

    /// Whether a server that speaks only HTTP/2 may be the cause: RFC 7301 has it end the handshake with an alert of its
    /// own; some go on and answer with frames.
    static func isRefusalOfHTTP1(_ error: any Error) -> Bool {
        if error is HTTPParserError { return true }
        guard case .handshakeFailed(let inner)? = error as? NIOSSLError else { return false }
        return "\(inner)".contains("NO_APPLICATION_PROTOCOL")
    }
}
