// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
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

    let clients: ClientPair
    /// Of those who have answered challenges.
    let variants = Mutex<[ClientVariant: ClientPair]>([:])
    let configuration: HTTPClient.Configuration
    /// What is trusted beside the machine's own authorities.
    let roots: [NIOSSLCertificate]
    /// Hosts that speak HTTP/2 and nothing older, from which archives come so, too.
    let modernHosts = Mutex<Set<String>>([])
    let group: MultiThreadedEventLoopGroup
    let logger: Logger
    let stallTimeout: Int64
    /// Through which proxy hosts are asked.
    let proxies: ProxyPolicy
    /// For a connection, and for what a proxy answers first.
    let connectTimeout: Int64

    /// Makes a transport that also trusts the authorities in `trustedPEM` (each text may hold several certificates).
    ///
    /// - `stallTimeout`: seconds after which a response counts as stalled that has brought no byte, or a body that has
    ///   brought too few.
    /// - `connectTimeout`: seconds that a server, or a proxy, may take until there is a connection.
    /// - `connectionsPerHost`: most connections that are open to one host at a time; further requests wait for one.
    /// - Throws: `certificate`.
    package init(
        group: MultiThreadedEventLoopGroup, trustedPEM: [String], stallTimeout: Int64 = 60, connectTimeout: Int64 = 10,
        connectionsPerHost: Int = 6, proxies: ProxyPolicy = .direct, logger: Logger
    ) throws(TransferError) {
        self.group = group
        self.logger = logger
        self.stallTimeout = stallTimeout
        self.proxies = proxies
        self.connectTimeout = connectTimeout
        var tls = TLSConfiguration.makeClientConfiguration()
        // A server that goes on sending never says goodbye, and what comes until then is thrown away: nobody waits for it.
        tls.shutdownTimeout = .milliseconds(10)
        do {
            roots = try trustedPEM.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
            if !roots.isEmpty { tls.additionalTrustRoots = [.certificates(roots)] }
        } catch { throw .certificate(reason: "a certificate that was trusted cannot be read: \(error)") }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(connectTimeout), read: .seconds(stallTimeout))
        configuration.connectionPool.idleTimeout = .seconds(10)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerHost
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .disabled
        self.configuration = configuration
        clients = ClientPair(group: group, configuration: configuration)
    }

    /// Closes all connections; requests under way fail. Those of a transport that is let go of are closed when the last of
    /// its requests has ended.
    package func shutdown() async {
        let all = variants.withLock { variants in
            defer { variants = [:] }
            return [clients] + variants.values
        }
        for pair in all { await pair.shutdown(logger: logger) }
    }

    /// What `location` says about where to go on, or why not.
    static func target(of location: String?, from address: HTTPAddress) throws(TransferError) -> HTTPAddress {
        guard let location else { throw .redirect(url: "\(address)", reason: "the redirect names no Location") }
        do throws(TransferError) { return try HTTPAddress(location, relativeTo: address) } catch {
            throw .redirect(url: "\(address)", reason: "\(error)")
        }
    }
}
