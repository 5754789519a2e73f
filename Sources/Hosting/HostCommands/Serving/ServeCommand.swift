// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingAPI
internal import HostingDelivery
internal import HostingIdentity
internal import HostingModel
internal import HostingOpenID
internal import HostingPublishing
internal import HostingStorage
internal import Logging
internal import SystemSupport
internal import ToolSupport

/// `ba-host serve --data FOLDER`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the REST interface, process what is uploaded, and tell web hooks, until it is interrupted.",
        discussion: """
            The first time, a key of an administrator is made and printed, once. The URL is printed to standard output \
            as soon as connections are taken; everything else is logged to standard error.

            EXAMPLES
              ba-host serve --data /srv/packs
              ba-host serve --data /srv/packs --host packs.example.com --port 443 --identity-path chain.pem \
            --identity-path key.pem
              ba-host serve --database postgres://host@db/host --objects s3://packs --no-worker --identity-path chain.pem \
            --identity-path key.pem --public-url https://packs.example.com
            """)

    @OptionGroup var options: ServeOptions

    func run() async throws {
        DescriptorLimit.raise()
        let settings = try await HostCommandError.converting { try ServeSettings(try options.configuration()) }
        try await settings.logFormat.using { try await HostCommandError.converting { try await serve(settings) } }
    }

    private func serve(_ settings: ServeSettings) async throws {
        let console = Console.standard
        let (location, address, port) = (settings.location, settings.address, settings.port)
        let place = settings.place
        try await location.withStore(beginsHost: true) { store in
            let logger = Logger(label: "ba-host")
            var claim: ServingClaim?
            if case .folder(let path) = location.objects {
                claim = try await ServingClaim.take(in: path, logger: logger)
            }
            try await store.refuseForeignObjects()
            let identity = try identity(settings)
            let keys = try await firstKey(in: store, settings.logFormat)
            let metrics = MetricsServer(
                settings.metricsAddress, patience: settings.times.longestWait, store: store, console: console,
                logger: logger)
            let secrets = try await HostSecrets(store)
            var delivery = settings.delivery
            delivery.signer = settings.addressLifetime.map { AddressSigner(key: secrets.deliveryKey, lifetime: $0) }
            let server = HostServer(
                store: store, secrets: secrets, identity: identity, address: address, port: port,
                place: place, requestsPerHour: settings.requestsPerHour, delivery: delivery,
                provider: settings.openID.map {
                    OpenIDProvider(
                        $0, transport: HTTPOpenIDTransport(trusting: settings.authorities),
                        now: { Timestamp.current.seconds })
                }, times: settings.times, metrics: metrics?.registry, now: { .current }, logger: logger
            ) { url in
                place.found(url.base)
                do throws(StorageError) { try await PublicURL.record(place.base, in: store) } catch {
                    logger.error("where this host is cannot be recorded for its workers: \(error)")
                }
                console.write(url.base)
                if let failure = console.outputFailure { logger.warning("\(failure): this host is at \(url.base)") }
                if let keys { console.note(keys.text) }
            }
            var services =
                settings.hasWorker
                ? WorkerOptions.services(
                    store, trusting: settings.authorities, reaching: settings.networks, base: { place.base },
                    logger: logger) : []
            if let metrics { services.append(metrics) }
            if let claim { services.append(claim) }
            try await HostServices.run(server: server, services, logger: logger)
        }
    }

    static let noIdentity = HostCommandError.setting(
        ConfigurationKey.identityPath.option,
        "without --data there is no folder for a certificate authority of its own: give a certificate and its key")

    /// Not where it would stay in a journal for others to read.
    private func firstKey(in store: HostStore, _ format: LogFormat) async throws -> NewKey? {
        guard ProcessInfo.processInfo.environment["JOURNAL_STREAM"] == nil else {
            if try await store.keys().isEmpty {
                format.note(
                    "There is no key yet: `ba-host key create --role ADMIN` makes the first, for the same storage.")
            }
            return nil
        }
        return try await NewKey.first(in: store)
    }

    private func identity(_ settings: ServeSettings) throws -> ServerIdentity {
        if let given = settings.identity {
            if let doubt = settings.certificateDoubt { settings.logFormat.note(doubt, level: .warning) }
            return given
        }
        guard let folder = settings.location.identity else {
            throw Self.noIdentity
        }
        let own = try ServerIdentity.own(for: settings.address.certificateHosts, in: folder)
        if own.authorityIsNew {
            settings.logFormat.note(
                "Made a certificate authority: clients trust this host when they trust "
                    + folder.folder.path(of: IdentityFolder.authorityCertificateName))
        }
        return own.identity
    }
}
