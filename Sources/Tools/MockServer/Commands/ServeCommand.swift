// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import HostingDelivery
internal import HostingIdentity
internal import Logging
internal import ServiceLifecycle
internal import SystemSupport
internal import ToolSupport
internal import UnixSignals

/// `ba-serve [serve] PACK…`
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves asset packs until it is interrupted.",
        discussion: """
            A pack that changes is served as its next version; versions are kept when the server ends. The URL is \
            printed to standard output as soon as connections are taken.

            EXAMPLES
              ba-serve Tutorial.aar Level.aar
              ba-serve Packs/ --host mymachine.local -v
              ba-serve Tutorial.aar --asset-pack-versions 7
            """)

    @Argument(help: "Archives (.aar), or folders whose archives are served, those that come later included.")
    var packs: [String]

    @Option(
        help: """
            The name or address that devices use. Without it only this machine reaches the server; a name makes it \
            listen on all addresses.
            """)
    var host: String?

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8443

    @Option(
        name: .customLong("identity-path"), parsing: .singleValue,
        help: """
            A PEM file with the certificate or with its private key; give it twice, in either order. Without it the \
            server uses a certificate of its own.
            """)
    var identityPaths: [String] = []

    @Flag(help: "Uses the server's own certificate without asking, which is the default here.")
    var chooseIdentityAutomatically = false

    @Option(
        parsing: .upToNextOption,
        help: "Versions of the packs, in their order. A version given here wins over the one that was kept.")
    var assetPackVersions: [Int] = []

    @OptionGroup var dataOptions: DataFolderOptions

    @Flag(name: [.short, .long], help: "Writes a line for each request to standard error.")
    var verbose = false

    package init() {}

    package func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
        guard identityPaths.count <= 2 else { throw ValidationError("--identity-path is given at most twice") }
    }

    package func run() async throws {
        let console = Console.standard
        DescriptorLimit.raise()
        let data = try dataOptions.folder
        let lock = try ServingLock(data)
        // Held until the server has ended.
        defer { extendLifetime(lock) }
        let address = ListenAddress(
            host: try host.map { text throws(MockServerError) in
                try MockServerError.proving { () throws(IdentityError) in try HostName(text) }
            })
        let trust: TrustAdvice = identityPaths.isEmpty ? .own(dataPath: dataOptions.dataPath) : .given
        let identity = try identity(for: address, in: data, trust, console)
        let shelf = PackShelf()
        let keeper = try PackKeeper(
            sources: try PackSources(arguments: packs), versions: assetPackVersions, ledger: LedgerFile(data),
            shelf: shelf, console: console)
        try await keeper.start()
        let notice = RefusalNotice(console, trust: trust)
        let server = DevelopmentServer(
            catalog: shelf, identity: identity, address: address, port: port,
            log: verbose ? RequestLog(console) : nil,
            whenRefused: { notice.write() }
        ) { url in
            console.write(url.base)
            console.note(
                ServeSummary(
                    publication: shelf.current, url: url, isOpenToOthers: address.isOpenToOthers,
                    trust: trust
                ).text)
        }
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
                .init(service: PackWatcher(keeper, console: console)),
            ],
            gracefulShutdownSignals: [.sigint, .sigterm, .sighup],
            logger: Logger(label: "ba-serve", factory: { _ in SwiftLogNoOpLogHandler() }))
        // Whoever ends the server does not want to wait for a download of an hour.
        configuration.maximumGracefulShutdownDuration = .seconds(1)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            return
        }
    }

    private func identity(
        for address: ListenAddress, in data: ServerDataFolder, _ trust: TrustAdvice, _ console: Console
    ) throws(MockServerError) -> ServerIdentity {
        if !identityPaths.isEmpty {
            let identity = try MockServerError.proving { () throws(IdentityError) in
                try ServerIdentity.files(identityPaths)
            }
            if !identity.covers(address.host) {
                console.warn(
                    "the certificate does not name \(address.host): devices will refuse it; give the name that it has "
                        + "with --host")
            }
            return identity
        }
        let own = try MockServerError.proving { () throws(IdentityError) in
            try ServerIdentity.own(for: address.certificateHosts, in: data.identity)
        }
        if own.authorityIsNew {
            console.note(
                "Made a certificate authority of its own in \(data.path). Run “\(trust.command)” once, so that "
                    + "this machine's service trusts it.")
        }
        return own.identity
    }
}
