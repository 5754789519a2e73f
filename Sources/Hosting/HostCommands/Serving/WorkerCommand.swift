// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import Logging
internal import ServiceLifecycle
internal import ToolSupport
internal import UnixSignals

/// `ba-host worker`
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract:
            "Process what is uploaded, and tell web hooks, beside the servers of a host, until it is interrupted.",
        discussion: """
            Any number of workers share the work; when one of them is killed, another takes up what it had. It listens on \
            no port, but for --metrics-address.

            EXAMPLES
              ba-host worker --database postgres://host@db/host --objects s3://packs
            """)

    @OptionGroup var storage: StorageOptions
    @OptionGroup var workers: WorkerOptions

    func run() async throws {
        let configuration = try storage.configuration(workers.given)
        let format = try LogFormat(configuration)
        try await format.using { try await work(configuration, format) }
    }

    private func work(_ configuration: HostConfiguration, _ format: LogFormat) async throws {
        let console = Console.standard
        let metricsAddress = try MetricsAddress(configuration)
        let authorities = try TrustedAuthorities.read(configuration.texts(.trust))
        let networks = try ReachableNetworks(configuration)
        try await HostCommandError.converting {
            let location = try HostLocation(configuration)
            do {
                try await location.withStore(beginsHost: false) { store in
                    // Before a server has run, no worker says which objects are the host's.
                    try await store.refuseForeignObjects(claims: false)
                    let place = try PublicAddress(configuration, recorded: try await PublicURL.recorded(in: store))
                    try await store.refuseForeignObjects()
                    let logger = Logger(label: "ba-host")
                    var services = WorkerOptions.services(
                        store, trusting: authorities, reaching: networks, base: { place.base }, logger: logger)
                    if let metrics = MetricsServer(metricsAddress, store: store, console: console, logger: logger) {
                        services.append(metrics)
                    }
                    format.note("Working for \(place.base)")
                    try await HostServices.run(services, logger: logger)
                }
            } catch StorageError.noHost { throw HostCommandError.noServer }
        }
    }
}
