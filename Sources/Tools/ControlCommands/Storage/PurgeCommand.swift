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

    @Option(
        help: ArgumentHelp(
            "Stop when so much (500MB, 2GiB) has been freed; nothing is removed when all that is purgeable is less.",
            valueName: "size"))
    var free: ByteSize?

    @Flag(help: "Show what would be removed.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let reply = try await link.call(StorageInterface.Purge(bundleID: id, bytes: free?.count, dryRun: dryRun))
        if output.printsJSON {
            try context.console.writeJSON(reply.files)
        } else {
            show(reply.files, on: context.console)
        }
        guard let free else { return }
        let freed = Self.bytes(reply.files)
        guard freed < free.count else { return }
        let all = try await link.call(StorageInterface.Purge(bundleID: id, bytes: nil, dryRun: true)).files
        let asked = "\(Quantity.bytes(freed)) of \(Quantity.bytes(free.count)) " + (dryRun ? "would be" : "were")
        throw ControlError.unmet(
            all.isEmpty
                ? "\(asked) freed: nothing \(reply.files.isEmpty || dryRun ? "" : "more ")is purgeable"
                : "\(asked) freed: all that is purgeable are \(Quantity.bytes(Self.bytes(all))) in "
                    + "\(Quantity.count(all.count, "file")), which `ba purge` without --free removes")
    }

    private static func bytes(_ files: [PurgedFile]) -> Int64 { files.reduce(0) { $0 &+ max(0, $1.bytes) } }

    private func show(_ files: [PurgedFile], on console: Console) {
        guard !files.isEmpty else {
            if free == nil { console.note("Nothing is purgeable.") }
            return
        }
        console.write(
            Table(
                [.init("NAME"), .init("APP"), .init("SIZE", .right), .init("PATH")],
                rows: files.map { [$0.identifier, $0.bundleID, Quantity.bytes($0.bytes), $0.path] }
            ).text)
        let total = Quantity.bytes(Self.bytes(files))
        let count = Quantity.count(files.count, "file")
        console.note(dryRun ? "\(count), \(total), would be removed." : "Removed \(count), \(total).")
    }
}
