// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
package import Foundation
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// A small file as a server gave it.
package struct FetchedDocument: Sendable {
    package var body: Data
    package var etag: String?
    /// Where it was found after redirects.
    package var address: HTTPAddress
}

extension HTTPTransport {
    /// Fetches a whole small file into memory, as a manifest.
    ///
    /// - `etag`: what the caller has; an unchanged file is then not sent again.
    /// - `limit`: bytes of the largest body that is taken.
    /// - `timeout`: seconds until the answer begins, redirects included. Its body may take longer, at a pace.
    /// - `challenges`: who answers for the app when a server wants to know who asks; nil for nobody.
    /// - `progress`: told the bytes that have come, and all of them when the server says.
    /// - Returns: nil when the file has not changed since `etag`.
    package func document(
        at address: HTTPAddress, etag: String? = nil, limit: Int, timeout: Int64 = 60,
        challenges: (any ChallengeResponder)? = nil,
        progress: (@Sendable (Int64, Int64?) -> Void)? = nil
    ) async throws(TransferError) -> FetchedDocument? {
        var body = Data()
        let answer = try await fetch(
            address, etag: etag, limit: limit, timeout: timeout, challenges: challenges
        ) { part, total in
            body.append(contentsOf: part)
            progress?(Int64(body.count), total)
        }
        return answer.map { FetchedDocument(body: body, etag: $0.etag, address: $0.address) }
    }

    /// Fetches a whole small file, and hands over each part of it as it comes, with the size of all when the server says.
    ///
    /// - Returns: nil when the file has not changed since `etag`.
    func fetch(
        _ address: HTTPAddress, etag: String? = nil, limit: Int, timeout: Int64 = 60,
        challenges: (any ChallengeResponder)? = nil,
        take: (UnsafeRawBufferPointer, Int64?) throws(TransferError) -> Void
    ) async throws(TransferError) -> (etag: String?, address: HTTPAddress)? {
        var request = HTTPClientRequest(url: address.absoluteString)
        if let etag { request.headers.add(name: "If-None-Match", value: etag) }
        let answer = try await answer(to: request, from: address, timeout: timeout, challenges: challenges)
        defer { withExtendedLifetime(answer.clients) {} }
        let (response, address) = (answer.response, answer.address)
        switch Int(response.status.code) {
        case 200: break
        case 304 where etag != nil: return nil
        case let code:
            throw .status(
                url: "\(address)", code: code, retryAfter: response.headers.retryAfterSeconds,
                reason: await reason(of: response))
        }
        let total = response.headers.first(name: "Content-Length").flatMap { Int64($0) }
        var count = 0
        var pace = TransferPace(patience: stallTimeout)
        do {
            for try await part in response.body {
                count += part.readableBytes
                guard count <= limit else { throw TransferError.tooLarge(url: "\(address)", limit: Int64(limit)) }
                if pace.isTooSlow(after: part.readableBytes) { throw TransferError.stalled(url: "\(address)") }
                try part.withUnsafeReadableBytes { try take($0, total) }
            }
        } catch { throw await failure(error, at: address, through: answer.route) }
        return (response.headers.first(name: "ETag"), address)
    }

    /// What a server says of its refusal; nil when it does not, or takes too long for it: the status tells enough.
    func reason(of response: HTTPClientResponse) async -> String? {
        guard var refusal = RefusalBody(response.headers) else { return nil }
        var pace = TransferPace(patience: stallTimeout)
        do {
            for try await part in response.body {
                guard refusal.take(part), !pace.isTooSlow(after: part.readableBytes) else { return nil }
            }
        } catch { return nil }
        return refusal.reason
    }

    /// With the processor, by which a host chooses the build of an app: `backgroundassetsd (Linux x86_64)`.
    static let userAgent: String = {
        var names = utsname()
        guard uname(&names) == 0 else { return "backgroundassetsd" }
        let machine = withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return "backgroundassetsd (Linux \(machine))"
    }()
}
