// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ControlCommands
internal import ToolSupport

/// `ba-serve`.
package struct MockServerTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba-serve",
        abstract: "Serves asset packs over HTTPS for development.",
        discussion: """
            Serves packs as a host would: a download manifest for each platform at /manifest, archives at \
            /assets/<id>, with ranges and conditional requests. It makes its own certificate; `ba trust` makes the \
            service of this machine trust it.

            EXAMPLES
              ba-serve Tutorial.aar
              ba-serve Packs/ --host mymachine.local --port 9443 -v

            `ba-serve help serve` tells of --host, --port, --identity-path, -v and the other options of serving.

            `ba-serve help exit-codes` lists what the exit statuses mean; --generate-completion-script prints what a \
            shell needs to complete command lines.
            """,
        version: ToolVersion.current,
        subcommands: [ServeCommand.self, ExportCACommand.self, URLOverrideCommand.self, ExitCodesCommand.self],
        defaultSubcommand: ServeCommand.self)

    package init() {}
}
