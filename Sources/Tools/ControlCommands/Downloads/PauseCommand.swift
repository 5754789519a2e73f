// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause an installation or a download.",
        discussion: """
            It is resumed where it stopped, with `ba resume` or when the app asks for the pack. A bundle identifier means the \
            installation while one is under way, else all downloads of that app.

            EXAMPLES
              ba pause com.naturelab.thecoast
              ba pause Shoreline
            """)

    @OptionGroup var options: TransferOptions

    func run() async throws { try await options.perform(.pause) }
}
