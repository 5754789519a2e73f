// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-transport release`
struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "See what devices get, and roll back, hold, phase or limit it.",
        discussion: """
            Each pack has a version of its own in each of three contexts: internal and external, which are tests, and \
            appstore, which is everybody. This is for `ba-host`: App Store Connect gives everybody what is approved.
            """,
        subcommands: [
            ReleaseListCommand.self, ReleasePinCommand.self, ReleaseUnpinCommand.self, ReleaseRolloutCommand.self,
            ReleaseLimitCommand.self,
        ])
}
