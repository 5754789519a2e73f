// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel

struct ReleasePinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Hold devices at a version, or roll them back to it.",
        discussion: """
            Devices get it whatever is released later, until `ba-transport release unpin`. It is one that was released to them, or could have been: what is released while a context is pinned counts.

            EXAMPLES
              ba-transport release pin Tutorial --version 3 --app com.example.game --context appstore
            """)

    @OptionGroup var options: ContextOptions
    @Option(help: "The number of the version.") var version: Int

    func run() async throws { try await options.change(["pinnedVersion": .integer(Int64(version))]) }
}
