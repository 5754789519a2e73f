// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
package import Foundation
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
    /// Fetches a whole small file: a manifest, a `blocks` file.
    ///
    /// - `etag`: what the caller has; an unchanged file is then not sent again.
    /// - `limit`: bytes of the largest body that is taken.
    /// - `timeout`: seconds for everything, redirects included.
    /// - `progress`: told the bytes that have come, and all of them when the server says.
    /// - Returns: nil when the file has not changed since `etag`.
    package func document(
        at address: HTTPAddress, etag: String? = nil, limit: Int, timeout: Int64 = 60,
        progress: (@Sendable (Int64, Int64?) -> Void)? = nil
    ) async throws(TransferError) -> FetchedDocument? {
        var address = address
        let deadline = NIODeadline.now() + .seconds(timeout)
        for _ in 0...Self.redirectLimit {
            var request = HTTPClientRequest(url: address.absoluteString)
            request.headers.add(name: "User-Agent", value: Self.userAgent)
            if let etag { request.headers.add(name: "If-None-Match", value: etag) }
            do {
                let response = try await client.execute(request, deadline: deadline)
                switch Int(response.status.code) {
                case 200:
                    let total = response.headers.first(name: "Content-Length").flatMap { Int64($0) }
                    var body = ByteBuffer()
                    for try await part in response.body {
                        guard body.readableBytes + part.readableBytes <= limit else {
                            throw TransferError.tooLarge(url: "\(address)", limit: Int64(limit))
                        }
                        body.writeImmutableBuffer(part)
                        progress?(Int64(body.readableBytes), total)
                    }
                    return FetchedDocument(
                        body: Data(body.readableBytesView), etag: response.headers.first(name: "ETag"), address: address
                    )
                case 304 where etag != nil: return nil
                case 301, 302, 303, 307, 308:
                    address = try Self.target(of: response.headers.first(name: "Location"), from: address)
                case let code:
                    throw TransferError.status(
                        url: "\(address)", code: code, retryAfter: response.headers.retryAfterSeconds)
                }
            } catch { throw await failure(error, at: address) }
        }
        throw .redirect(url: "\(address)", reason: "more than \(Self.redirectLimit) redirects")
    }

    static let userAgent = "backgroundassetsd"
}
