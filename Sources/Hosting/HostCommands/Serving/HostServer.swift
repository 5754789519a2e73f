// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import HostingAPI
internal import HostingIdentity
internal import HostingModel
internal import HostingPublishing
internal import HostingStorage
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// The HTTPS server of a host: HTTP/1.1 and HTTP/2, one port.
struct HostServer: Service {
    let store: HostStore
    let secrets: HostSecrets
    let identity: ServerIdentity
    let address: ListenAddress
    let port: Int
    let place: PublicAddress
    /// Of each key.
    let requestsPerHour: Int
    let now: @Sendable () -> Timestamp
    let logger: Logger
    /// Called once, when connections are taken.
    let whenRunning: @Sendable (ServedURL) async -> Void

    init(
        store: HostStore, secrets: HostSecrets, identity: ServerIdentity, address: ListenAddress, port: Int,
        place: PublicAddress, requestsPerHour: Int, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        whenRunning: @escaping @Sendable (ServedURL) async -> Void
    ) {
        self.store = store
        self.secrets = secrets
        self.identity = identity
        self.address = address
        self.port = port
        self.place = place
        self.requestsPerHour = requestsPerHour
        self.now = now
        self.logger = logger
        self.whenRunning = whenRunning
    }

    func run() async throws {
        let signer = UploadSigner(key: secrets.uploadKey)
        let responder = HostResponder(
            store: store,
            api: APIEndpoint(
                store: store, signer: signer,
                authenticator: TokenAuthenticator(store: store, issuer: secrets.issuer) { [now] in now().seconds },
                counter: RequestCounter(limit: requestsPerHour), base: { [place] in place.base }, now: now,
                logger: logger),
            uploads: UploadEndpoint(store: store, signer: signer, now: now),
            publishing: PublishingEndpoint(store: store) { [place] in place.base }, logger: logger)
        let tls = try identity.tlsConfiguration()
        let application = Application(
            responder: responder,
            server: try .http2Upgrade(
                tlsConfiguration: tls,
                configuration: .init(
                    idleTimeout: .seconds(120), streamConfiguration: .init(idleTimeout: .seconds(60)))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.bindAddress, port: port), serverName: "ba-host"),
            onServerRunning: { [address, identity, port, whenRunning] channel in
                let url = ServedURL(
                    host: address.host, port: channel.localAddress?.port ?? port, identity: identity)
                await whenRunning(url)
            }, logger: logger)
        do { try await application.run() } catch let error as IOError {
            switch error.errnoCode {
            case EADDRINUSE: throw HostCommandError.portInUse(port, address: address.bindAddress)
            default:
                throw HostCommandError.cannotListen(
                    port, address: address.bindAddress, reason: String(cString: strerror(error.errnoCode)))
            }
        }
    }
}
