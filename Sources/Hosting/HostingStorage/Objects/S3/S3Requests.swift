// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// Sends signed requests to a store.
final class S3Requests: Sendable {
    /// Bytes of an answer that is no object.
    private static let largestDocument = 4 << 20
    /// Until whatever is sent has been answered.
    static let longestTime: TimeAmount = .minutes(30)
    /// Until so much is read, at 64 KiB a second: whoever waits for a little is told soon that the store stands still.
    static func readingTime(ofBytes count: Int) -> TimeAmount { .seconds(20 + Int64(count >> 16)) }
    /// Until a store says that it is there.
    static let checkingTime: TimeAmount = .seconds(5)

    let address: S3Address
    private let signer: S3Signer
    private let client: HTTPClient
    private let now: @Sendable () -> Double

    init(
        address: S3Address, credentials: S3Credentials, trusting authorities: [NIOSSLCertificate],
        now: @escaping @Sendable () -> Double
    ) {
        self.address = address
        self.now = now
        signer = S3Signer(credentials: credentials, region: address.region)
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60), write: .seconds(60))
        configuration.redirectConfiguration = .disallow
        if !authorities.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(authorities)]
            configuration.tlsConfiguration = tls
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// - `key`: nil for the bucket itself.
    /// - `limit`: of the bytes of the answer.
    /// - `time`: until the whole answer is there.
    /// - `missingIsFine`: whether an answer that says that there is no such thing is one.
    /// - Throws: whatever is no success.
    func send(
        _ method: String, _ key: ObjectKey?, query: [(String, String)] = [], headers: [(String, String)] = [],
        body: HTTPClientRequest.Body? = nil, limit: Int = S3Requests.largestDocument, missingIsFine: Bool = false,
        within time: TimeAmount = S3Requests.longestTime
    ) async throws(StorageError) -> S3Answer {
        let path = address.path(of: key)
        var request = HTTPClientRequest(url: url(path, query))
        request.method = HTTPMethod(rawValue: method)
        let signed = signer.headers(
            method, host: address.host, path: path, query: query, payload: S3Signer.unsignedPayload, time: now())
        for (name, value) in signed + headers { request.headers.add(name: name, value: value) }
        request.body = body
        let answer: S3Answer
        do { answer = try await self.answer(to: request, limit: limit, within: time) } catch let error as StorageError {
            throw error
        } catch is CancellationError where !Task.isCancelled {
            throw .unavailable("the store: no answer within \(time.nanoseconds / 1_000_000_000) s")
        } catch { throw .unavailable("the store: \(error)") }
        if (200..<300).contains(answer.status) { return answer }
        if missingIsFine, answer.status == 404 { return answer }
        throw answer.error
    }

    /// The client's own deadline holds for the head of an answer alone: what comes to no end is cancelled.
    private func answer(
        to request: HTTPClientRequest, limit: Int, within time: TimeAmount
    ) async throws -> S3Answer {
        let client = client
        let task = Task {
            let response = try await client.execute(request, deadline: .now() + time)
            let body = try await response.body.collect(upTo: limit)
            return S3Answer(
                status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
        }
        let timer = client.eventLoopGroup.any().scheduleTask(in: time) { task.cancel() }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// - `interval`: seconds for which the address stays the same, and is good that much longer: caches know it again.
    func presigned(
        _ method: String, _ key: ObjectKey, query: [(String, String)], expires: Double, every interval: Double = 0
    ) -> PartAddress {
        var (time, expires, path) = (now(), expires, address.path(of: key))
        if interval > 0 {
            time = (time / interval).rounded(.down) * interval
            expires = (expires / interval).rounded(.up) * interval
        }
        // A week is the longest that the store takes. Whoever said until when has looked at the clock a moment ago.
        let seconds = min(max(Int((expires - time).rounded()), 1), 7 * 86_400)
        let signed = signer.presignedQuery(
            method, host: address.host, path: path, query: query, seconds: seconds, time: time)
        return PartAddress(url: url(path, signed), headers: [:], expires: time + Double(seconds))
    }

    func close() async throws { try await client.shutdown() }

    private func url(_ path: String, _ query: [(String, String)]) -> String {
        let encoded = S3Signer.encodedQuery(query)
        return address.endpoint + S3Signer.encoded(path, isPath: true) + (encoded.isEmpty ? "" : "?" + encoded)
    }
}
