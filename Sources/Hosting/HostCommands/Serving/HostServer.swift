// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingAPI
internal import HostingConsole
internal import HostingDelivery
internal import HostingIdentity
internal import HostingMetrics
internal import HostingModel
internal import HostingOpenID
internal import HostingPublishing
internal import HostingStorage
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import SystemSupport

/// The HTTPS server of a host: HTTP/1.1 and HTTP/2, one port.
struct HostServer: Service {
    private static let name = "ba-host"
    /// Connections that the system takes before the server does.
    private static let backlog = 4_096

    let store: HostStore
    let secrets: HostSecrets
    let identity: ServerIdentity
    let address: ListenAddress
    let port: Int
    let place: PublicAddress
    /// Of each key.
    let requestsPerHour: Int
    let delivery: DeliverySettings
    /// By which members may sign in; nil for passwords alone.
    let provider: OpenIDProvider?
    let times: ConnectionTimes
    /// nil where nothing is measured.
    let metrics: MetricsRegistry?
    let now: @Sendable () -> Timestamp
    let logger: Logger
    /// Called once, when connections are taken.
    let whenRunning: @Sendable (ServedURL) async -> Void

    init(
        store: HostStore, secrets: HostSecrets, identity: ServerIdentity, address: ListenAddress, port: Int,
        place: PublicAddress, requestsPerHour: Int, delivery: DeliverySettings, provider: OpenIDProvider?,
        times: ConnectionTimes, metrics: MetricsRegistry?, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        whenRunning: @escaping @Sendable (ServedURL) async -> Void
    ) {
        self.store = store
        self.secrets = secrets
        self.identity = identity
        self.address = address
        self.port = port
        self.place = place
        self.requestsPerHour = requestsPerHour
        self.delivery = delivery
        self.provider = provider
        self.times = times
        self.metrics = metrics
        self.now = now
        self.logger = logger
        self.whenRunning = whenRunning
    }

    func run() async throws {
        let console = try ConsoleEndpoint(
            store: store, provider: provider, base: { [place] in place.base }, now: now, logger: logger)
        let responder = ConsoleResponder(host: responder, console: console)
        guard let metrics else { return try await serve(PacedResponder(responder), responder) }
        let meters = RequestMeters(registry: metrics)
        try await serve(
            PacedResponder(MeasuredResponder(responder, meters: meters, kind: ConsoleResponder.kind)),
            MeasuredPromptResponder(responder, meters: meters, kind: ConsoleResponder.kind))
    }

    private var responder: HostResponder {
        let signer = UploadSigner(key: secrets.uploadKey)
        return HostResponder(
            store: store,
            api: APIEndpoint(
                store: store, signer: signer,
                authenticator: SessionAuthenticator(
                    store: store,
                    others: TokenAuthenticator(store: store, issuer: secrets.issuer) { [now] in now().seconds }),
                counter: RequestCounter(limit: requestsPerHour), base: { [place] in place.base }, now: now,
                logger: logger),
            uploads: UploadEndpoint(store: store, signer: signer, now: now),
            publishing: PublishingEndpoint(store: store, settings: delivery) { [place] in place.base }, logger: logger)
    }

    private func serve<Responder: HTTPResponder>(
        _ responder: Responder, _ promptResponder: any PromptResponder
    ) async throws where Responder.Context == HostRequestContext {
        let tls = try identity.tlsConfiguration()
        let prompt = StampedPromptResponder(promptResponder, server: Self.name) { [now] in now().seconds }
        let crowd = ConnectionCrowd(descriptors: DescriptorLimit.current, logger: logger)
        let channel = HTTP2ChannelConfiguration(
            streamConfiguration: .init(
                additionalChannelHandlers: [
                    ExchangeWatch(times), LingeringClose(), PromptHandlerPlacer(prompt),
                ]))
        let application = Application(
            responder: responder,
            server: HTTPServerBuilder { [times] responder in
                WatchedChannel(
                    try HTTP2UpgradeChannel(
                        tlsChannelConfiguration: TLSChannelConfiguration(tlsConfiguration: tls),
                        configuration: channel, responder: responder), times: times, crowd: crowd)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(address.bindAddress, port: port), serverName: Self.name, backlog: Self.backlog,
                availableConnectionsDelegate: crowd),
            onServerRunning: { [address, identity, port, whenRunning] channel in
                let url = ServedURL(
                    host: address.host, port: channel.localAddress?.port ?? port, identity: identity)
                await whenRunning(url)
            }, logger: logger)
        try await HostCommandError.listening(on: port, of: address.bindAddress, option: .port) {
            try await application.run()
        }
    }
}
