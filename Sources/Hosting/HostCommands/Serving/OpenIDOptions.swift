// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct OpenIDOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The OpenID Connect provider by which members may sign in at the page, too: the address that it calls itself. It \
            sends them back to /console/sign-in/provider/answer.
            """, valueName: "url"))
    var openidIssuer: String?

    @Option(help: ArgumentHelp("The client ID by which the provider knows this host.", valueName: "id"))
    var openidClient: String?

    @Option(
        help: ArgumentHelp(
            "The file with the client's secret, for the provider alone; none for a client without one.",
            valueName: "file"))
    var openidSecretFile: String?

    @Option(help: ArgumentHelp("What members know the provider by, its host when nothing is said.", valueName: "name"))
    var openidName: String?

    var given: [ConfigurationKey: [String]] {
        [
            .openIDIssuer: openidIssuer.map { [$0] } ?? [], .openIDClient: openidClient.map { [$0] } ?? [],
            .openIDSecretFile: openidSecretFile.map { [$0] } ?? [], .openIDName: openidName.map { [$0] } ?? [],
        ]
    }
}
