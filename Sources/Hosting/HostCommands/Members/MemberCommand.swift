// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct MemberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: "Say who is of the team, what they may do, and who gets mail.",
        subcommands: [
            MemberAddCommand.self, MemberChangeCommand.self, MemberListCommand.self, MemberInviteCommand.self,
            MemberRemoveCommand.self,
        ])
}
