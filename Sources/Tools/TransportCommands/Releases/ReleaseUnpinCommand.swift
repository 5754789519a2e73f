// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel

struct ReleaseUnpinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin", abstract: "Let devices have the newest version that was released.",
        discussion: """
            EXAMPLES
              ba-transport release unpin Tutorial --app com.example.game --context appstore
            """)

    @OptionGroup var options: ContextOptions

    func run() async throws { try await options.change(["pinnedVersion": .null]) }
}
