// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingAPI
internal import HostingIdentity
internal import HostingNotification
internal import HostingProcessing
internal import HostingStorage
internal import Logging
internal import ServiceLifecycle
internal import SystemSupport
internal import ToolSupport
internal import UnixSignals

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
            """)

    @OptionGroup var data: DataOptions

    @Option(
        help: """
            The name or address that clients use. Without it only this machine reaches the server; a name makes it \
            listen on all addresses.
            """)
    var host: String?

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8444

    @Option(
        name: .customLong("identity-path"), parsing: .singleValue,
        help: """
            A PEM file with the certificate or with its private key; give it twice, in either order. Without it the \
            host makes a certificate authority of its own.
            """)
    var identityPaths: [String] = []

    @Option(help: "Requests that a key may send in an hour to this server.")
    var requestsPerHour = RequestCounter.usualLimit

    @Option(
        name: .customLong("trust"), parsing: .singleValue,
        help: """
            A PEM file with certificates that web hooks' servers may show, beside those that the system trusts; may be \
            given several times.
            """, completion: .file())
    var authorityPaths: [String] = []

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
        guard requestsPerHour > 0 else { throw ValidationError("--requests-per-hour is a number from 1 on") }
        guard identityPaths.count <= 2 else { throw ValidationError("--identity-path is given at most twice") }
    }

    func run() async throws { try await HostCommandError.converting { try await serve() } }

    private func serve() async throws {
        let console = Console.standard
        DescriptorLimit.raise()
        let folder = data.folder
        let authorities = try TrustedAuthorities.read(authorityPaths)
        let address = ListenAddress(host: try host.map { text throws(IdentityError) in try HostName(text) })
        try await folder.withStore { store in
            let identity = try identity(for: address, in: folder, console)
            let keys = try await FirstKey(store).make()
            let logger = Logger(label: "ba-host")
            let place = PublicAddress(ServedURL(host: address.host, port: port, identity: identity))
            let server = HostServer(
                store: store, secrets: try await HostSecrets(store), identity: identity, address: address, port: port,
                place: place, requestsPerHour: requestsPerHour, now: HostFolder.now, logger: logger
            ) { url in
                console.write(url.base)
                if let keys { console.note(keys.text) }
            }
            let jobs = JobQueue(database: store.database, now: HostFolder.now)
            let sender = WebhookSender(trusting: authorities)
            let webhooks = WebhookService(
                worker: WebhookWorker(
                    store: store, jobs: jobs, sender: sender, base: { place.base }, now: HostFolder.now,
                    logger: logger), sender: sender)
            let worker = ProcessingService(
                worker: ProcessingWorker(
                    store: store, jobs: jobs,
                    inspector: Inspector(executable: "/proc/self/exe", arguments: ["inspect"]), now: HostFolder.now,
                    logger: logger))
            var configuration = ServiceGroupConfiguration(
                services: [
                    .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
                    .init(service: worker), .init(service: webhooks),
                ],
                gracefulShutdownSignals: [.sigint, .sigterm, .sighup], logger: logger)
            configuration.maximumGracefulShutdownDuration = .seconds(10)
            do { try await ServiceGroup(configuration: configuration).run() } catch is CancellationError {}
        }
    }

    private func identity(
        for address: ListenAddress, in folder: HostFolder, _ console: Console
    ) throws(IdentityError) -> ServerIdentity {
        if !identityPaths.isEmpty {
            let identity = try ServerIdentity.files(identityPaths)
            if !identity.covers(address.host) {
                console.note("warning: the certificate does not name \(address.host): clients will refuse it")
            }
            return identity
        }
        let own = try ServerIdentity.own(for: address.certificateHosts, in: folder.identity)
        if own.authorityIsNew {
            console.note(
                "Made a certificate authority: clients trust this host when they trust "
                    + folder.identity.folder.path(of: IdentityFolder.authorityCertificateName))
        }
        return own.identity
    }
}
