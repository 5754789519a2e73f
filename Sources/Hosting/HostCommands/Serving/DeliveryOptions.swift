// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingPublishing

/// What can be said of how devices get what is published.
struct DeliveryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Who sends the bytes of archives: this process, as it does when nothing is said; with x-accel:/PREFIX the nginx \
            in front, which has the folder objects/objects of the host below /PREFIX, for itself alone; with redirect the S3 \
            store, to which devices are sent.
            """, valueName: "process|x-accel:/prefix|redirect"))
    var delivery: String?

    @Option(
        help: ArgumentHelp(
            """
            Seconds for which caches may use a manifest again without asking, \(DeliverySettings.usualManifestMaxAge) when \
            nothing is said; 0 has them ask each time.
            """, valueName: "seconds"))
    var manifestMaxAge: String?

    @Option(
        help: ArgumentHelp(
            """
            Seconds for which the addresses of archives in a manifest are good at least, \(DeliverySettings.addressLifetimes.lowerBound) to \
            \(DeliverySettings.addressLifetimes.upperBound), and signed; for ever, and for everybody, when nothing is said.
            """, valueName: "seconds"))
    var signedDelivery: String?

    var given: [ConfigurationKey: [String]] {
        [
            .delivery: delivery.map { [$0] } ?? [], .manifestMaxAge: manifestMaxAge.map { [$0] } ?? [],
            .signedDelivery: signedDelivery.map { [$0] } ?? [],
        ]
    }
}
