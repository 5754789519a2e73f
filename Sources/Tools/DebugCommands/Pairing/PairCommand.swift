// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba pair`, which is this.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this machine with a device to debug, or with a developer's machine.",
        discussion: """
            Both machines have a certificate of their own, and each shows the other one's fingerprint as six words: two \
            persons, or one in front of both, see that they are the same. Each then remembers the other's certificate and \
            accepts no other (TLS 1.3, both ends). There is no password and no code.

            On the device:             ba settings developer-mode on
                                       ba pair serve --accept
            On the developer's machine: ba pair connect DEVICE

            From then on `ba pair serve` on the device lets that machine simulate events and follow the logs of \
            extensions, and nothing else; `ba pair remove` ends it at once.

            EXAMPLES
              ba pair serve --accept
              ba pair connect tablet.local
              ba pair list
            """,
        subcommands: [
            PairServeCommand.self, PairConnectCommand.self, PairListCommand.self, PairRemoveCommand.self,
        ])
}
