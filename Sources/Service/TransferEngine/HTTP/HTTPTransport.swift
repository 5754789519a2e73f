// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Dispatch
internal import Foundation
package import Logging
internal import NIOCore
internal import NIOHTTP1
package import NIOPosix
internal import NIOSSL
internal import Synchronization

/// The way out to HTTP servers: TLS with the system's trust and the user's own, redirects under our rules.
package final class HTTPTransport: Sendable {
    /// Most redirects that are followed.
    package static let redirectLimit = 10

    /// Not a global queue of Dispatch's, which the client would take: see CQuietProcess.
    private static let endingQueue = DispatchQueue(label: "background-assets.http")
    /// For documents: HTTP/2 where the server has it.
    let client: HTTPClient
    /// For archives: HTTP/1.1. swift-nio-http2 copies what it has gathered for each frame that is still held, which costs
    /// several times the processor time and ten times the memory for one large body, and multiplexing is of no use to it.
    let archiveClient: HTTPClient
    /// Hosts that speak HTTP/2 and nothing older, from which archives come so, too.
    let modernHosts = Mutex<Set<String>>([])
    let group: MultiThreadedEventLoopGroup
    let logger: Logger
    let stallTimeout: Int64

    /// Makes a transport that also trusts the authorities in `trustedPEM` (each text may hold several certificates).
    ///
    /// - `stallTimeout`: seconds after which a response counts as stalled that has brought no byte, or a body that has
    ///   brought too few.
    /// - `connectionsPerHost`: most connections that are open to one host at a time; further requests wait for one.
    /// - Throws: `certificate`.
    package init(
        group: MultiThreadedEventLoopGroup, trustedPEM: [String], stallTimeout: Int64 = 60, connectionsPerHost: Int = 6,
        logger: Logger
    ) throws(TransferError) {
        self.group = group
        self.logger = logger
        self.stallTimeout = stallTimeout
        var tls = TLSConfiguration.makeClientConfiguration()
        do {
            let certificates = try trustedPEM.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
            if !certificates.isEmpty { tls.additionalTrustRoots = [.certificates(certificates)] }
        } catch { throw .certificate(reason: "a certificate that was trusted cannot be read: \(error)") }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(stallTimeout))
        configuration.connectionPool.idleTimeout = .seconds(10)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerHost
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .disabled
        client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        configuration.httpVersion = .http1Only
        archiveClient = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    /// Closes all connections; requests under way fail. A transport that is let go of does it when the last of its
    /// requests has ended.
    package func shutdown() async {
        for client in [client, archiveClient] {
            do { try await client.shutdown() } catch {
                logger.debug("the HTTP client did not shut down cleanly: \(error)")
            }
        }
    }

    deinit {
        // The clients must be shut down before they go; after `shutdown()` this does nothing.
        for client in [client, archiveClient] {
            client.shutdown(queue: Self.endingQueue) { _ in withExtendedLifetime(client) {} }
        }
    }

    /// What `location` says about where to go on, or why not.
    static func target(of location: String?, from address: HTTPAddress) throws(TransferError) -> HTTPAddress {
        guard let location else { throw .redirect(url: "\(address)", reason: "the redirect names no Location") }
        do throws(TransferError) { return try HTTPAddress(location, relativeTo: address) } catch {
            throw .redirect(url: "\(address)", reason: "\(error)")
        }
    }
}

extension HTTPHeaders {
    /// The value of Retry-After in seconds, at most an hour; dates are not honoured.
    var retryAfterSeconds: Int? {
        guard let text = first(name: "Retry-After"), let seconds = Int(text), seconds >= 0 else { return nil }
        return seconds > 3600 ? 3600 : seconds
    }
}
