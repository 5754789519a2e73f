// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingAPI
internal import HostingIdentity
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

    @OptionGroup var storage: StorageOptions

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

    @OptionGroup var workers: WorkerOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Process uploads and tell web hooks in this process, too; else `ba-host worker` does.")
    var worker = true

    @Option(help: ArgumentHelp(PublicURL.help, valueName: "url")) var publicURL: String?

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
        guard requestsPerHour > 0 else { throw ValidationError("--requests-per-hour is a number from 1 on") }
        guard identityPaths.count <= 2 else { throw ValidationError("--identity-path is given at most twice") }
    }

    func run() async throws { try await HostCommandError.converting { try await serve() } }

    private func serve() async throws {
        let console = Console.standard
        DescriptorLimit.raise()
        let location = try storage.location()
        let authorities = try workers.authorities()
        let address = ListenAddress(host: try host.map { text throws(IdentityError) in try HostName(text) })
        let place = try PublicAddress(publicURL)
        try await location.withStore { store in
            let identity = try identity(for: address, in: location.identity, console)
            let keys = try await firstKey(in: store, console)
            let logger = Logger(label: "ba-host")
            let server = HostServer(
                store: store, secrets: try await HostSecrets(store), identity: identity, address: address, port: port,
                place: place, requestsPerHour: requestsPerHour, now: { .current }, logger: logger
            ) { url in
                place.found(url.base)
                do throws(StorageError) { try await PublicURL.record(place.base, in: store) } catch {
                    logger.error("where this host is cannot be recorded for its workers: \(error)")
                }
                console.write(url.base)
                if let keys { console.note(keys.text) }
            }
            let services =
                worker
                ? WorkerOptions.services(store, trusting: authorities, base: { place.base }, logger: logger) : []
            try await HostServices.run(server: server, services, logger: logger)
        }
    }

    /// Not where it would stay in a journal for others to read.
    private func firstKey(in store: HostStore, _ console: Console) async throws -> NewKey? {
        guard ProcessInfo.processInfo.environment["JOURNAL_STREAM"] == nil else {
            if try await store.keys().isEmpty {
                console.note(
                    "There is no key yet: `ba-host key create --role ADMIN` makes the first, for the same storage.")
            }
            return nil
        }
        return try await NewKey.first(in: store)
    }

    private func identity(
        for address: ListenAddress, in folder: IdentityFolder?, _ console: Console
    ) throws -> ServerIdentity {
        if !identityPaths.isEmpty {
            let identity = try ServerIdentity.files(identityPaths)
            if !identity.covers(address.host) {
                console.note("warning: the certificate does not name \(address.host): clients will refuse it")
            }
            return identity
        }
        guard let folder else {
            throw HostCommandError.setting(
                "--identity-path",
                "without --data there is no folder for a certificate authority of its own: give a certificate and its key"
            )
        }
        let own = try ServerIdentity.own(for: address.certificateHosts, in: folder)
        if own.authorityIsNew {
            console.note(
                "Made a certificate authority: clients trust this host when they trust "
                    + folder.folder.path(of: IdentityFolder.authorityCertificateName))
        }
        return own.identity
    }
}
