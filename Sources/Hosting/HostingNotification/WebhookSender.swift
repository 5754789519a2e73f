// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Foundation
package import HostingModel
internal import HostingStorage
internal import Logging
internal import NIOCore
internal import NIOHTTP1
package import NIOSSL

/// Sends events to web hooks, over TLS that is verified, and to addresses that these may have: which one it is is looked up here, and
/// held to, so that no name leads elsewhere in between.
package struct WebhookSender: Sendable {
    /// What became of a try.
    struct Outcome {
        /// nil when there was none.
        var answer: WebhookAnswer?
        /// Why the event was not taken; nil when it was.
        var error: String?
        /// Seconds that the receiver has asked for before the next try.
        var retryAfter: Double?
        /// Whether the receiver has said that it wants nothing more.
        var isGone = false
    }

    private static let timeout: TimeAmount = .seconds(30)
    private let networks: ReachableNetworks
    private let configuration: HTTPClient.Configuration
    private let resolver = HostResolver()

    /// - `authorities`: certificates that are trusted beside the system's.
    /// - `networks`: where events are sent to.
    package init(trusting authorities: [NIOSSLCertificate] = [], networks: ReachableNetworks = ReachableNetworks()) {
        self.networks = networks
        var tls = TLSConfiguration.makeClientConfiguration()
        if !authorities.isEmpty { tls.additionalTrustRoots = [.certificates(authorities)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(30), write: .seconds(30))
        // A signed event goes where its team has said, and nowhere else.
        configuration.redirectConfiguration = .disallow
        self.configuration = configuration
    }

    /// - `payload`: what is signed and sent.
    func send(_ payload: [UInt8], to url: String, secret: String) async -> Outcome {
        guard let host = URL(string: url)?.host, !host.isEmpty else { return Outcome(error: "it has no valid address") }
        let address: IPAddress
        do {
            let addresses = try await resolver.addresses(of: host)
            guard let found = addresses.first(where: networks.contains) else { return Self.refused(host, addresses) }
            address = found
        } catch { return Outcome(error: "it cannot be reached: \(host) is not found (\(error))") }
        var configuration = configuration
        configuration.dnsOverride = [host: address.description]
        // The client keeps to one address of a name, and each event is sent to the one that was looked at.
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var outcome = await send(payload, to: url, secret: secret, through: client)
        do { try await client.shutdown() } catch {
            // An event that was taken is not sent again for that.
            if let failure = outcome.error { outcome.error = "\(failure); nor can the connection be left: \(error)" }
        }
        return outcome
    }

    private static func refused(_ host: String, _ addresses: [IPAddress]) -> Outcome {
        let address = addresses.first.map { " (\($0))" } ?? ""
        return Outcome(
            error:
                "\(host) is at no address of the Internet\(address): the host's configuration says to which other networks "
                + "events are sent (`webhook-network`)")
    }

    private func send(
        _ payload: [UInt8], to url: String, secret: String, through client: HTTPClient
    ) async -> Outcome {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = [
            "content-type": "application/json", "user-agent": "ba-host",
            WebhookSignature.header: WebhookSignature.value(of: payload, secret: secret),
        ]
        request.body = .bytes(payload)
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            let answer = WebhookAnswer(
                status: Int(response.status.code), body: await Self.beginning(of: response.body))
            var outcome = Outcome(answer: answer)
            if answer.isSuccess { return outcome }
            outcome.error =
                (300..<400).contains(answer.status)
                ? "it answers \(answer.status), a redirect, which is not followed: give the web hook its new address"
                : "it answers \(answer.status)"
            outcome.retryAfter = response.headers.first(name: "retry-after").flatMap(Double.init)
            outcome.isGone = answer.status == 410
            return outcome
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            return Outcome(error: "it has not answered for \(Self.timeout.nanoseconds / 1_000_000_000) seconds")
        } catch { return Outcome(error: "it cannot be reached: \(ConnectionFault.reason(of: error))") }
    }

    /// As much of an answer as is kept; the rest is not waited for. What the receiver says is its status: one whose body breaks off,
    /// or ends with its connection and no word of TLS, has said it.
    private static func beginning(of body: HTTPClientResponse.Body) async -> String {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                bytes += part.readableBytesView
                if bytes.count >= WebhookAnswer.longestBody { break }
            }
        } catch { Logger(label: "ba-host").debug("the answer of a web hook broke off: \(error)") }
        return String(decoding: bytes.prefix(WebhookAnswer.longestBody), as: UTF8.self)
    }
}
