// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-host app …`
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Make, list and change the apps that asset packs are of.",
        subcommands: [AppCreateCommand.self, AppListCommand.self, AppSetCommand.self])
}
