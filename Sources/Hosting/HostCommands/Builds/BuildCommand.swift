// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-host build …`
struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "List builds of apps, and go back to an earlier one.",
        discussion: """
            Builds are uploaded and submitted for review by REST: internal testers have a build as soon as it is processed, the \
            others when it is approved.
            """,
        subcommands: [BuildListCommand.self, BuildRestoreCommand.self])
}
