// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// The root of `ba`: what a person, a script or a package's installation script does with the service.
package struct BackgroundAssetsTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba",
        abstract: "Install apps, look after their asset packs, and control the Background Assets service.",
        discussion: """
            The service is started when a command needs it and does not run yet; what it is doing goes on when a \
            command ends. Results go to standard output, everything else to standard error. With --json a command \
            prints one JSON value; those that report progress print one JSON object a line.

            EXIT STATUS
              0    it worked
              1    it failed for a reason that no other status names
              64   the command line is wrong
              65   a bundle, a manifest or a certificate is malformed
              66   there is no such app, pack, download or file
              69   the service, or the server that it asked, does not answer
              70   a fault in this tool or in the service
              73   a file cannot be made, or the disk is full
              74   reading or writing failed midway
              75   not now: an installation is under way, a transfer failed
              77   refused, as an older version without --allow-downgrade
              78   the configuration is wrong: an app's keys, a setting
              130  ended by Ctrl-C

            EXAMPLES
              ba install TheCoast.app
              ba launch com.naturelab.thecoast
              ba packs com.naturelab.thecoast
            """,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Apps",
                subcommands: [
                    InstallCommand.self, UpdateCommand.self, LaunchCommand.self, RunCommand.self, AppsCommand.self,
                    UninstallCommand.self, RegisterCommand.self,
                ]),
            CommandGroup(
                name: "Asset packs and downloads",
                subcommands: [
                    PacksCommand.self, PackCommand.self, DownloadsCommand.self, PauseCommand.self, ResumeCommand.self,
                    CancelCommand.self, ExplainCommand.self,
                ]),
            CommandGroup(name: "Development", subcommands: [BundleCommand.self, NewExtensionCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    ServiceCommand.self, SettingsCommand.self, TrustCommand.self, URLOverrideCommand.self,
                    DoctorCommand.self, LogsCommand.self, CompletionsCommand.self,
                ]),
        ])

    package init() {}

    /// Runs the command line of this process and ends it.
    package static func start() async -> Never { await ToolRunner.run(BackgroundAssetsTool.self) }
}
