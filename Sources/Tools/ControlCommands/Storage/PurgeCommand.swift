// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct PurgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Remove files that apps have fetched and can fetch again.",
        discussion: """
            Those go first that were used least recently. Only files go that were fetched by a download, have not changed \
            since, and lie in caches or where the service has put them. Packs stay.

            EXAMPLES
              ba purge --dry-run
              ba purge com.example.sessions
              ba purge --free 500MB
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @Option(help: ArgumentHelp("Stop when so much is free; nothing is removed when all is less.", valueName: "size"))
    var free: ByteSize?

    @Flag(help: "Show what would be removed.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let reply = try await ControlContext.link().call(
            StorageInterface.Purge(bundleID: id, bytes: free?.count, dryRun: dryRun))
        if output.printsJSON { return try context.console.writeJSON(reply.files) }
        guard !reply.files.isEmpty else {
            return context.console.note(
                free == nil ? "Nothing is purgeable." : "Nothing was removed: all that is purgeable is less than that.")
        }
        context.console.write(
            Table(
                [.init("NAME"), .init("APP"), .init("SIZE", .right), .init("PATH")],
                rows: reply.files.map { [$0.identifier, $0.bundleID, Quantity.bytes($0.bytes), $0.path] }
            ).text)
        let total = Quantity.bytes(reply.files.reduce(0) { $0 + $1.bytes })
        let count = Quantity.count(reply.files.count, "file")
        context.console.note(dryRun ? "\(count), \(total), would be removed." : "Removed \(count), \(total).")
    }
}
