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
            prints one JSON value; `install`, `register` and `logs` print one JSON object a line.

            `ba help exit-codes` lists what the exit statuses mean.

            EXAMPLES
              ba install TheCoast.app
              ba launch com.naturelab.thecoast
              ba packs com.naturelab.thecoast
            """,
        version: ToolVersion.current,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Apps",
                subcommands: [
                    InstallCommand.self, UpdateCommand.self, LaunchCommand.self, RunCommand.self, QuitCommand.self,
                    AppStateCommand.self,
                    AppsCommand.self, UninstallCommand.self, RegisterCommand.self,
                ]),
            CommandGroup(
                name: "Asset packs and downloads",
                subcommands: [
                    PacksCommand.self, PackCommand.self, DownloadsCommand.self, PauseCommand.self, ResumeCommand.self,
                    CancelCommand.self, ExplainCommand.self, PageCommand.self, StorageCommand.self, PurgeCommand.self,
                ]),
            CommandGroup(
                name: "Background tasks",
                subcommands: [
                    TasksCommand.self, TaskCommand.self, SessionsCommand.self, SessionCommand.self,
                    NotificationsCommand.self, NotificationCommand.self,
                ]),
            CommandGroup(
                name: "Development",
                subcommands: [
                    BundleCommand.self, NewExtensionCommand.self, TeamCommand.self, SignCommand.self,
                    SubmitCheckCommand.self, PairCommand.self,
                ]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    ServiceCommand.self, SettingsCommand.self, TrustCommand.self, URLOverrideCommand.self,
                    DoctorCommand.self, LogsCommand.self, CompletionsCommand.self, ExitCodesCommand.self,
                ]),
        ])

    package init() {}

    /// Runs the command line of this process and ends it.
    package static func start() async -> Never {
        await ToolRunner.run(BackgroundAssetsTool.self, arguments: PairCommand.helpArguments(CommandLine.arguments))
    }
}
