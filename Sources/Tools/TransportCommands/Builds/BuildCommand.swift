// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-transport build …`
struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Upload builds of an app to a host, list and submit them.",
        discussion: """
            A build is the archive of an app, as `ba install` takes it: `tar -czf Game.tar.gz Game.app`. It is hosted apart from \
            the packs of the app; devices install it from https://HOST/apps/BUNDLE-ID?context=CONTEXT. App Store Connect takes \
            builds in other ways.

            EXAMPLES
              ba-transport build upload Game.tar.gz --app com.example.game --wait
              ba-transport build list --app com.example.game
            """,
        subcommands: [BuildUploadCommand.self, BuildListCommand.self, BuildSubmitCommand.self])
}
