// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// `ba-host`: the store side.
package struct HostTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba-host",
        abstract: "Hosts asset packs: from upload to release.",
        discussion: """
            One folder holds all that a host is: its database, the uploads, its certificates and its secrets. With a \
            PostgreSQL and an S3 store in its place, any number of servers and workers are one host.

            EXAMPLES
              ba-host serve --data /srv/packs --host packs.example.com
              ba-host app create com.example.game --data /srv/packs
              ba-host key create --data /srv/packs --role ADMIN
            """,
        version: ToolVersion.current,
        subcommands: [
            ServeCommand.self, WorkerCommand.self, CheckConfigCommand.self, AppCommand.self, KeyCommand.self,
            PackCommand.self, DeviceTokenCommand.self,
            MemberCommand.self, MailCommand.self, BuildCommand.self, ReviewCommand.self, ReleaseCommand.self,
            AuditCommand.self, VerifyCommand.self, BackupCommand.self, RestoreCommand.self, AdoptObjectsCommand.self,
            InspectCommand.self, ExitCodesCommand.self,
        ])

    package init() {}
}
