// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
package import NIOSSL

/// Asks a provider over HTTPS.
package struct HTTPOpenIDTransport: OpenIDTransport {
    private static let timeout: TimeAmount = .seconds(15)
    /// Bytes of the largest answer.
    private static let largestBody = 1 << 20

    private let configuration: HTTPClient.Configuration

    /// - `authorities`: certificates that are trusted beside the system's.
    package init(trusting authorities: [NIOSSLCertificate] = []) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if !authorities.isEmpty { tls.additionalTrustRoots = [.certificates(authorities)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(10), write: .seconds(10))
        // A secret goes where the provider has said, and nowhere else.
        configuration.redirectConfiguration = .disallow
        self.configuration = configuration
    }

    package func send(
        _ url: String, authorization: String?, form: String?
    ) async throws(OpenIDError) -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "Accept", value: "application/json")
        if let authorization { request.headers.add(name: "Authorization", value: authorization) }
        if let form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        // Somebody signs in now and then: no connection is kept for that.
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<(Int, [UInt8]), any Error>
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            let body = try await response.body.collect(upTo: Self.largestBody)
            result = .success((Int(response.status.code), Array(body.readableBytesView)))
        } catch { result = .failure(error) }
        // What is left of a connection is closed with the process.
        try? await client.shutdown()
        do { return try result.get() } catch { throw .unavailable("it does not answer (\(error))") }
    }
}
