// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingModel
internal import HostingNotification
internal import HostingProcessing
internal import HostingStorage
internal import Logging
internal import NIOSSL
internal import ServiceLifecycle

/// What works on the jobs of a host, in a server or in a process of its own.
struct WorkerOptions: ParsableArguments {
    @Option(
        name: .customLong("trust"), parsing: .singleValue,
        help: """
            A PEM file with certificates that the servers of web hooks, the one for mail, and the S3 store may show, beside \
            those that the system trusts; may be given several times.
            """, completion: .file())
    var authorityPaths: [String] = []

    @Option(
        name: .customLong("webhook-network"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A network beside the Internet whose web hooks are told of events, such as 10.1.0.0/16 or fd00::/8; may be given \
            several times. Without it they reach nothing of the networks around this machine.
            """, valueName: "network"))
    var webhookNetworks: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where clients reach the host, when that is not where it listens: https://packs.example.com",
            valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            """
            What is logged: as text for people, as it is when nothing is said, or as json, an object a line.
            """, valueName: "text|json"))
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            """
            Tell Prometheus what is measured, at http://ADDRESS:PORT/metrics, without TLS and to whoever asks. With a port \
            alone only this machine reaches it.
            """, valueName: "address:port"))
    var metricsAddress: String?

    var given: [ConfigurationKey: [String]] {
        [
            .trust: authorityPaths, .webhookNetwork: webhookNetworks, .publicURL: publicURL.map { [$0] } ?? [],
            .logFormat: logFormat.map { [$0] } ?? [], .metricsAddress: metricsAddress.map { [$0] } ?? [],
        ]
    }

    /// - `base`: where clients reach the host.
    static func services(
        _ store: HostStore, trusting authorities: [NIOSSLCertificate], reaching networks: ReachableNetworks,
        base: @escaping @Sendable () -> String, logger: Logger
    ) -> [any Service] {
        let jobs = JobQueue(database: store.database, now: { .current })
        let webhooks = WebhookService(
            worker: WebhookWorker(
                store: store, jobs: jobs, sender: WebhookSender(trusting: authorities, networks: networks), base: base,
                now: { .current }, logger: logger))
        let processing = ProcessingService(
            worker: ProcessingWorker(
                store: store, jobs: jobs, inspector: Inspector(executable: "/proc/self/exe", arguments: ["inspect"]),
                now: { .current }, logger: logger))
        let mail = MailService(
            worker: MailWorker(
                store: store, jobs: jobs, client: SMTPClient(trusting: authorities), now: { .current }, logger: logger))
        return [processing, webhooks, mail]
    }
}
