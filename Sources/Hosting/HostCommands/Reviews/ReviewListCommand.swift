// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct ReviewListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what waits for a reviewer.",
        discussion: """
            EXAMPLES
              ba-host review list --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        let pending = try await storage.withStore { store in try await PendingReview.all(in: store) }
        if json { return try Console.standard.writeJSON(pending) }
        if pending.isEmpty { return Console.standard.note("Nothing waits for a reviewer.") }
        Console.standard.write(
            Table(
                [.init("ID"), .init("APP"), .init("FOR"), .init("STATE"), .init("SUBMITTED"), .init("PACKS")],
                rows: pending.map {
                    [$0.id, $0.bundleID, $0.context, $0.state, $0.submittedDate, $0.items.joined(separator: ", ")]
                }
            ).text)
    }
}
