// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingIdentity
internal import HostingMetrics
internal import HostingStorage
internal import Hummingbird
internal import Logging
internal import Metrics
internal import NIOCore
internal import ServiceLifecycle
internal import ToolSupport

/// Tells what a process measures, at `http://ADDRESS/metrics`.
struct MetricsServer: Service {
    let registry: MetricsRegistry
    private let address: MetricsAddress
    /// For which a client is waited for.
    private let patience: TimeAmount
    private let console: Console
    private let logger: Logger

    /// What libraries measure is told, too, from now on.
    ///
    /// - Returns: nil without an address.
    init?(
        _ address: MetricsAddress?, patience: TimeAmount = .seconds(Int64(ServeSettings.usualClientTimeout)),
        store: HostStore, console: Console, logger: Logger
    ) {
        guard let address else { return nil }
        self.patience = patience
        registry = MetricsRegistry(
            help: HostMetric.help,
            collectors: [
                HostCollector(store: store, now: { .current }, logger: logger), ProcessCollector(),
            ])
        self.address = address
        self.console = console
        self.logger = logger
        MetricsSystem.bootstrap(registry)
    }

    func run() async throws {
        let bound = ListenAddress(host: address.host).bindAddress
        let application = Application(
            responder: MetricsResponder(registry: registry),
            server: .http1(configuration: .init(idleTimeout: patience)),
            configuration: ApplicationConfiguration(
                address: .hostname(bound, port: address.port), serverName: "ba-host"),
            onServerRunning: { [address, console] channel in
                let port = channel.localAddress?.port ?? address.port
                console.note("Metrics: http://\(address.host.urlText):\(port)\(MetricsResponder.path)")
            }, logger: logger)
        try await HostCommandError.listening(on: address.port, of: bound, option: .metricsAddress) {
            try await application.run()
        }
    }
}
