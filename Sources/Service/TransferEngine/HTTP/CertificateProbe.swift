// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// Looks at the certificates of a server that was not trusted, so that the error can say why.
///
/// It is a TLS handshake that always fails, whatever the server shows: no request is sent, and nothing is trusted that
/// was not before.
struct CertificateProbe: Sendable {
    /// For the connection, and again for the handshake.
    private static let patience = TimeAmount.seconds(5)

    let group: any EventLoopGroup

    /// The certificates as the server sends them, its own first; none when it cannot be asked again in time.
    func chain(of address: HTTPAddress) async -> [NIOSSLCertificate] {
        guard let host = address.url.host?.trimmingCharacters(in: ["[", "]"]) else { return [] }
        let chain = ShownChain()
        do {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.applicationProtocols = ["h2", "http/1.1"]
            let context = try NIOSSLContext(configuration: tls)
            // An IP address must not be named in the handshake.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            let channel = try await ClientBootstrap(group: group)
                .connectTimeout(Self.patience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(
                                context: context, serverHostname: name,
                                customVerificationCallback: { certificates, verdict in
                                    chain.show(certificates)
                                    verdict.succeed(.failed)
                                }))
                    }
                }
                .connect(host: host, port: address.url.port ?? 443).get()
            let timeout = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
            await withTaskCancellationHandler {
                try? await channel.closeFuture.get()
            } onCancel: {
                channel.close(promise: nil)
            }
            timeout.cancel()
        } catch {
            // The first connection has failed already, and that is what is reported.
            return []
        }
        return chain.certificates
    }

    /// What the verification saw, on the connection's event loop.
    private final class ShownChain: Sendable {
        private let shown = Mutex<[NIOSSLCertificate]>([])

        var certificates: [NIOSSLCertificate] { shown.withLock { $0 } }

        func show(_ certificates: [NIOSSLCertificate]) { shown.withLock { $0 = certificates } }
    }
}
