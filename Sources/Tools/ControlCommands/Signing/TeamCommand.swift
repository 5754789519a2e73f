// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning

struct TeamCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team",
        abstract: "Make and look after the keys that bundles are signed with.",
        discussion: """
            A team is a pair of keys (Ed25519). The private one lies in a file that only you can read, below \
            $XDG_CONFIG_HOME/background-assets/teams, and is never printed; who has it can sign for the team, so keep a \
            copy in a safe place. Devices remember the team that an app first came from, and take no update from another.

            To sign in CI, export the key to a file, store its contents as a secret there, and import it from standard \
            input in the job.

            EXAMPLES
              ba team new studio
              ba team export studio -o studio.pem
              printenv TEAM_KEY | ba team import studio -
            """,
        subcommands: [
            TeamNewCommand.self, TeamListCommand.self, TeamShowCommand.self, TeamExportCommand.self,
            TeamImportCommand.self,
        ])

    /// The teams of whoever runs the command.
    static func folder(_ context: ControlContext) throws(ControlError) -> TeamFolder {
        try ControlError.wrapping { () throws(SigningError) in try TeamFolder(environment: context.environment) }
    }
}
