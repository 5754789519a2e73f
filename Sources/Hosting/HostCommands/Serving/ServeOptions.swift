// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingAPI

/// What can be said of a server. Each may be said by the environment or in a file, too.
struct ServeOptions: ParsableArguments {
    @OptionGroup var storage: StorageOptions

    @Option(
        help: """
            The name or address that clients use. Without it only this machine reaches the server; a name makes it \
            listen on all addresses.
            """)
    var host: String?

    @Option(help: "The port to listen on, \(ServeSettings.usualPort) when nothing is said; 0 takes any that is free.")
    var port: String?

    @Option(
        name: .customLong("identity-path"), parsing: .singleValue,
        help: """
            A PEM file with the certificate or with its private key; give it twice, in either order. Without it the \
            host makes a certificate authority of its own.
            """)
    var identityPaths: [String] = []

    @Option(
        help: """
            Requests that a key may send in an hour to this server, \(RequestCounter.usualLimit) when nothing is said.
            """)
    var requestsPerHour: String?

    @Option(
        help: """
            Seconds for which a client is waited for, \(ServeSettings.usualClientTimeout) when nothing is said: for its \
            next request, for the body of one, and to take an answer.
            """)
    var clientTimeout: String?

    @OptionGroup var delivery: DeliveryOptions
    @OptionGroup var openID: OpenIDOptions
    @OptionGroup var workers: WorkerOptions

    @Flag(
        inversion: .prefixedNo,
        help: """
            Process uploads and tell web hooks in this process, too, as it does when nothing is said; else \
            `ba-host worker` does.
            """)
    var worker: Bool?

    func configuration() throws(HostCommandError) -> HostConfiguration {
        var given = workers.given
        given[.host] = host.map { [$0] }
        given[.port] = port.map { [$0] }
        given[.identityPath] = identityPaths
        given[.requestsPerHour] = requestsPerHour.map { [$0] }
        given[.clientTimeout] = clientTimeout.map { [$0] }
        given.merge(delivery.given) { own, _ in own }
        given.merge(openID.given) { own, _ in own }
        given[.worker] = worker.map { ["\($0)"] }
        return try storage.configuration(given)
    }
}
