// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import ServiceInterface
internal import ToolSupport

struct PacksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "packs",
        abstract: "List asset packs: what is there, what is published, what is on its way.",
        discussion: """
            EXAMPLES
              ba packs
              ba packs com.naturelab.thecoast --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let packs = try await ControlContext.link().call(PacksInterface.List(bundleID: id)).packs
            .sorted { ($0.bundleID, $0.id) < ($1.bundleID, $1.id) }
        if output.printsJSON { return try context.console.writeJSON(packs.map(PackListing.init)) }
        if packs.isEmpty { return context.console.note("No asset packs are known.") }
        context.console.write(Self.table(packs, namesApps: id == nil).text)
        for pack in packs {
            if let waiting = pack.waiting { context.console.note("\(pack.id) waits: \(waiting)") }
        }
    }

    /// The rows in the order given; `namesApps` adds a column that says which app a pack belongs to.
    static func table(_ packs: [PackRecord], namesApps: Bool) -> Table {
        let app: [Table.Column] = namesApps ? [.init("APP")] : []
        var table = Table(
            [.init("PACK")] + app + [
                .init("LOCAL", .right), .init("PUBLISHED", .right), .init("POLICY"), .init("LANGUAGE"),
                .init("ON DISK", .right), .init("DOWNLOAD", .right), .init("STATUS"),
            ])
        for pack in packs {
            var row = [pack.id]
            if namesApps { row.append(pack.bundleID) }
            row.append(pack.localVersion.map { "\($0)" } ?? "-")
            row.append(pack.publishedVersion.map { "\($0)" } ?? "-")
            row.append(pack.policy == "onDemand" ? "on demand" : pack.policy ?? "-")
            row.append(pack.language ?? "-")
            row.append(pack.localVersion == nil ? "-" : Quantity.bytes(pack.localBytes))
            row.append(pack.downloadSize.map(Quantity.bytes) ?? "-")
            row.append(status(of: pack))
            table.append(row)
        }
        return table
    }

    /// `downloaded, out of date, downloading 42 %`.
    static func status(of pack: PackRecord) -> String {
        let status = PackStatus(rawValue: pack.status)
        var words: [String] = []
        if status.contains(.downloaded) { words.append("downloaded") }
        if status.contains(.upToDate) { words.append("up to date") }
        if status.contains(.outOfDate) { words.append("out of date") }
        if status.contains(.obsolete) { words.append("obsolete") }
        if status.contains(.downloading) {
            let state = pack.waiting == "paused" ? ("paused", "paused at") : ("downloading", "downloading")
            if let completed = pack.completedBytes, let size = pack.downloadSize, size > 0 {
                words.append("\(state.1) \(Quantity.percentage(completed, of: size)) %")
            } else {
                words.append(state.0)
            }
        } else if status.contains(.downloadAvailable) {
            words.append("not downloaded")
        }
        return words.isEmpty ? "unknown" : words.joined(separator: ", ")
    }
}
