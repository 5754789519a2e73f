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
        var request = HTTPClientRequest(url: address.absoluteString)
        if let etag { request.headers.add(name: "If-None-Match", value: etag) }
        let (response, address) = try await answer(
            to: request, from: address, deadline: NIODeadline.now() + .seconds(timeout))
        switch Int(response.status.code) {
        case 200: break
        case 304 where etag != nil: return nil
        case let code:
            throw .status(url: "\(address)", code: code, retryAfter: response.headers.retryAfterSeconds)
        }
        let total = response.headers.first(name: "Content-Length").flatMap { Int64($0) }
        var body = ByteBuffer()
        do {
            for try await part in response.body {
                guard body.readableBytes + part.readableBytes <= limit else {
                    throw TransferError.tooLarge(url: "\(address)", limit: Int64(limit))
                }
                body.writeImmutableBuffer(part)
                progress?(Int64(body.readableBytes), total)
            }
        } catch { throw await failure(error, at: address) }
        return FetchedDocument(
            body: Data(body.readableBytesView), etag: response.headers.first(name: "ETag"), address: address)
    }

    static let userAgent = "backgroundassetsd"
}
