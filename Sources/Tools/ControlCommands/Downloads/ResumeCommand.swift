// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on with a paused installation or download.",
        discussion: """
            What arrived before the pause is not fetched again. A bundle identifier means the installation while one is \
            under way, else all downloads of that app.

            EXAMPLES
              ba resume com.naturelab.thecoast
              ba resume Shoreline
            """)

    @OptionGroup var options: TransferOptions

    func run() async throws { try await options.perform(.resume) }
}
