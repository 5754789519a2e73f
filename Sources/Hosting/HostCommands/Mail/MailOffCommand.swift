// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct MailOffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Send no mail any more, also none that waits.",
        discussion: """
            EXAMPLES
              ba-host mail off --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await storage.withStore { store in try await store.setMailServer(nil) }
        Console.standard.note("No mail is sent any more.")
    }
}
