// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage",
        abstract: "Show what apps and packs use of the disk, and what can be freed.",
        discussion: """
            Purgeable are files that apps have fetched and left in caches unchanged: they are removed when the disk runs \
            short, those first that were used least recently, and `ba purge` removes them at once. Packs stay until \
            `ba pack remove`.

            EXAMPLES
              ba storage
              ba storage com.naturelab.thecoast --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let usage = try await ControlContext.link().call(StorageInterface.Usage(bundleID: id))
        if output.printsJSON { return try context.console.writeJSON(usage) }
        if usage.apps.isEmpty {
            context.console.note("No apps are installed.")
        } else {
            context.console.write(Self.table(usage.apps).text)
        }
        context.console.note(Self.summary(usage))
    }

    static func table(_ apps: [AppUse]) -> Table {
        Table(
            [.init("WHAT"), .init("APP"), .init("SIZE", .right), .init("PURGEABLE", .right)],
            rows: apps.flatMap(rows))
    }

    private static func rows(of app: AppUse) -> [[String]] {
        var rows = [row("all of \(app.name)", app, app.totalBytes, purgeable: app.purgeableBytes)]
        rows.append(row("  app", app, app.bundleBytes))
        for pack in app.packs { rows.append(row("  pack \(pack.packID) \(pack.version)", app, pack.bytes)) }
        let others: [(String, Int64)] = [
            ("  other packs", app.otherPackBytes), ("  app groups", app.groupBytes), ("  caches", app.cacheBytes),
            ("  arrived files", app.arrivedBytes), ("  transfers under way", app.partialBytes),
        ]
        for (what, bytes) in others where bytes > 0 { rows.append(row(what, app, bytes)) }
        return rows
    }

    private static func row(_ what: String, _ app: AppUse, _ bytes: Int64, purgeable: Int64? = nil) -> [String] {
        [what, app.bundleID, Quantity.bytes(bytes), purgeable.map(Quantity.bytes) ?? ""]
    }

    static func summary(_ usage: StorageInterface.Usage.Reply) -> String {
        let purgeable = usage.apps.reduce(0) { $0 + $1.purgeableBytes }
        var parts = ["\(Quantity.bytes(purgeable)) can be freed by `ba purge`"]
        if usage.keptBytes > 0 {
            parts.append("\(Quantity.bytes(usage.keptBytes)) are kept of downloads that broke off")
        }
        parts.append("the service itself has \(Quantity.bytes(usage.serviceBytes))")
        if let available = usage.availableBytes {
            let capacity = usage.capacityBytes.map { " of \(Quantity.bytes($0))" } ?? ""
            parts.append("\(Quantity.bytes(available))\(capacity) are free on the disk")
        }
        return parts.joined(separator: "; ") + "."
    }
}
