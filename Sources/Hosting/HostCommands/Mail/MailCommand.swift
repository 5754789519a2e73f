// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Have the members of the team told by mail what becomes of uploads and reviews.",
        subcommands: [
            MailSetCommand.self, MailShowCommand.self, MailTestCommand.self, MailListCommand.self, MailOffCommand.self,
        ])
}
