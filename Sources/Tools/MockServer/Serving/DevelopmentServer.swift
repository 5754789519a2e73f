// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import HostingDelivery
package import HostingIdentity
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// The HTTPS server: HTTP/1.1 and HTTP/2 over TLS, one port, one catalog.
package struct DevelopmentServer: Service {
    private let catalog: any DeliveryCatalog
    private let identity: ServerIdentity
    private let address: ListenAddress
    private let port: Int
    private let log: RequestLog?
    private let whenRefused: @Sendable () -> Void
    private let whenRunning: @Sendable (ServedURL) async -> Void

    /// Port 0 is any that is free; `whenRunning` is called once, when connections are taken, `whenRefused`
    /// whenever a client refuses the certificate.
    package init(
        catalog: any DeliveryCatalog, identity: ServerIdentity, address: ListenAddress, port: Int, log: RequestLog?,
        whenRefused: @escaping @Sendable () -> Void = {},
        whenRunning: @escaping @Sendable (ServedURL) async -> Void
    ) {
        self.catalog = catalog
        self.identity = identity
        self.address = address
        self.port = port
        self.log = log
        self.whenRefused = whenRefused
        self.whenRunning = whenRunning
    }

    /// Serves until the service group ends it.
    ///
    /// - Throws: `MockServerError` when it cannot listen.
    package func run() async throws {
        let url = URLBox(ServedURL(host: address.host, port: port, identity: identity))
        let endpoint = DeliveryEndpoint(catalog: catalog) { url.value.base(forAuthority: $0) }
        let tlsConfiguration = try MockServerError.proving { () throws(IdentityError) in
            try identity.tlsConfiguration()
        }
        let application = Application(
            responder: ServeResponder(endpoint: endpoint, log: log),
            server: HTTPServerBuilder { responder in
                ObservedChannel(
                    base: try HTTP2UpgradeChannel(
                        tlsConfiguration: tlsConfiguration,
                        configuration: .init(
                            idleTimeout: .seconds(120), streamConfiguration: .init(idleTimeout: .seconds(60))),
                        responder: responder),
                    whenRefused: whenRefused)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(address.bindAddress, port: port), serverName: "ba-serve"),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                url.value = ServedURL(host: address.host, port: port, identity: identity)
                await whenRunning(url.value)
            },
            logger: Logger(label: "ba-serve", factory: { _ in SwiftLogNoOpLogHandler() }))
        do {
            try await application.run()
        } catch let error as IOError {
            switch error.errnoCode {
            case EADDRINUSE: throw MockServerError.portInUse(port, address: address.bindAddress)
            default:
                throw MockServerError.cannotListen(
                    port, address: address.bindAddress, reason: String(cString: strerror(error.errnoCode)))
            }
        }
    }

    /// The port is known only when the server runs, and requests come only then.
    private final class URLBox: Sendable {
        private let storage: Mutex<ServedURL>
        init(_ value: ServedURL) { storage = Mutex(value) }
        var value: ServedURL {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }
    }
}
