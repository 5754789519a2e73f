// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// Looks at the certificates of a server before anything is asked of it: a TLS handshake in which no request is sent.
struct ServerProbe: Sendable {
    /// For the connection, and again for the handshake.
    private static let patience = TimeAmount.seconds(5)

    let group: any EventLoopGroup
    /// The proxy that leads to the server; nil for none.
    var route: ProxyRoute?

    /// Where who calls judges the certificates: there is no need to read those of all authorities that the system trusts.
    private static var open: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([])
        configuration.certificateVerification = .noHostnameVerification
        return configuration
    }

    /// The certificates as the server sends them, its own first; none when it cannot be asked in time. The handshake always
    /// fails, whatever the server shows.
    func chain(of address: HTTPAddress) async -> [NIOSSLCertificate] {
        let seen = SeenServer()
        _ = await shakeHands(with: address, Self.open) { certificates, verdict in
            seen.note(certificates)
            verdict.succeed(.failed)
        }
        return seen.certificates
    }

    /// A server as it shows itself, to whoever is to judge it.
    ///
    /// - `roots`: what the system trusts beside the machine's own authorities.
    func introduction(of address: HTTPAddress, roots: [NIOSSLCertificate]) async -> ServerIntroduction.Outcome {
        let seen = SeenServer()
        var open = Self.open
        // Called when the server wants a certificate of the client.
        open.sslContextCallback = { _, promise in
            seen.noteRequest()
            promise.succeed(.noChanges)
        }
        // The handshake has to go on after its certificates to learn whether it wants one; then it is left.
        let error = await shakeHands(with: address, open) { certificates, verdict in
            seen.note(certificates)
            verdict.succeed(.certificateVerified)
        }
        let chain = seen.certificates
        guard let own = chain.first, let der = try? chain.map({ try $0.toDERBytes() }), let first = der.first else {
            if let refusal = error as? ProxyRefusal, refusal.wantsAuthentication { return .refusedByProxy(refusal) }
            return .unreachable
        }
        var distrust: String?
        if error == nil || seen.wantsCertificate {
            var strict = TLSConfiguration.makeClientConfiguration()
            if !roots.isEmpty { strict.additionalTrustRoots = [.certificates(roots)] }
            strict.sslContextCallback = open.sslContextCallback
            if let error = await shakeHands(with: address, strict, verify: nil) {
                distrust = Self.problem(error, own: own, chain: chain, address: address)
            }
        }
        return .seen(
            ServerIntroduction(
                chain: der, fingerprint: Array(SHA256.hash(data: first)), distrust: distrust,
                wantsCertificate: seen.wantsCertificate))
    }

    /// What is wrong with the certificates, if that is what a handshake failed with.
    private static func problem(
        _ error: any Error, own: NIOSSLCertificate, chain: [NIOSSLCertificate], address: HTTPAddress
    ) -> String? {
        if error as? NIOSSLExtraError == .failedToValidateHostname {
            return "\(CertificateProblem.wrongHost(address.host, names: CertificateProblem.names(of: own)))"
        }
        guard case .handshakeFailed(let inner)? = error as? NIOSSLError,
            "\(inner)".contains("CERTIFICATE_VERIFY_FAILED")
        else { return nil }
        return "\(CertificateProblem(refused: chain, now: Date()))"
    }

    /// Connects, shakes hands and closes.
    ///
    /// - `verify`: judges the certificates in the system's place.
    /// - Returns: what it failed with.
    private func shakeHands(
        with address: HTTPAddress, _ configuration: TLSConfiguration,
        verify: (@Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void)?
    ) async -> (any Error)? {
        let host = address.host
        let finished = group.any().makePromise(of: Void.self)
        do {
            var tls = configuration
            tls.applicationProtocols = ["h2", "http/1.1"]
            let context = try NIOSSLContext(configuration: tls)
            // An IP address must not be named in the handshake.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            let prepare: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
                channel.eventLoop.submit {
                    let handler =
                        if let verify {
                            try NIOSSLClientHandler(
                                context: context, serverHostname: name, customVerificationCallback: verify)
                        } else { try NIOSSLClientHandler(context: context, serverHostname: name) }
                    try channel.pipeline.syncOperations.addHandlers(handler, HandshakeWaiter(finished))
                }
            }
            let channel = try await connect(to: address, prepare)
            let timeout = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
            defer {
                timeout.cancel()
                channel.close(promise: nil)
            }
            return await withTaskCancellationHandler {
                do {
                    try await finished.futureResult.get()
                    return nil
                } catch { return error }
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            finished.fail(error)
            return error
        }
    }

    /// Connects to the server itself, or has the proxy do so.
    ///
    /// - `prepare`: is called before anything has been read from the server.
    private func connect(
        to address: HTTPAddress, _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        guard let route else {
            return try await ClientBootstrap(group: group).connectTimeout(Self.patience)
                .channelInitializer(prepare).connect(host: address.host, port: address.port).get()
        }
        let channel = try await ProxyTunnel(group: group, route: route, patience: Self.patience).open(to: address)
        do { try await prepare(channel).get() } catch {
            channel.close(promise: nil)
            throw error
        }
        return channel
    }

    /// What the verification saw, on the connection's event loop.
    private final class SeenServer: Sendable {
        private let seen = Mutex<(certificates: [NIOSSLCertificate], wantsCertificate: Bool)>(([], false))

        var certificates: [NIOSSLCertificate] { seen.withLock { $0.certificates } }
        var wantsCertificate: Bool { seen.withLock { $0.wantsCertificate } }

        func note(_ certificates: [NIOSSLCertificate]) { seen.withLock { $0.certificates = certificates } }
        func noteRequest() { seen.withLock { $0.wantsCertificate = true } }
    }
}
