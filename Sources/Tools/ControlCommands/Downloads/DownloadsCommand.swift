// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct DownloadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downloads",
        abstract: "List what is being downloaded and what waits, and why.",
        discussion: """
            Why downloads wait is told once a reason; `ba explain ID` tells it of one, and --json of each.

            What an app in front waits for is "in front"; everything else that is not essential comes in the background.

            EXAMPLES
              ba downloads
              ba downloads com.naturelab.thecoast --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let downloads = try await link.call(DownloadsInterface.List(bundleID: id)).downloads
        if output.printsJSON { return try context.console.writeJSON(downloads) }
        let apps = try await link.call(AppsInterface.List()).apps.filter { app in
            app.isArriving && (id == nil || id == app.bundleID)
        }
        let requests = try await link.call(SessionsInterface.List(bundleID: id)).tasks.count { $0.state != .ended }
        if downloads.isEmpty, apps.isEmpty, requests == 0 {
            return context.console.note("Nothing is being downloaded, and nothing waits.")
        }
        if !downloads.isEmpty { context.console.write(Self.table(downloads).text) }
        for app in apps { context.console.note("\(app.bundleID) itself: \(AppsCommand.state(of: app)) (`ba apps`)") }
        for line in WaitSummary(downloads).lines { context.console.note(line) }
        if requests > 0 {
            context.console.note("Tasks of background URL sessions besides: \(requests) (`ba sessions`)")
        }
    }

    private static func kind(of download: DownloadRecord) -> String {
        let importance = download.essential ? ", essential" : download.foreground == true ? ", in front" : ""
        return (download.fileID == nil ? "pack" : "file") + importance
    }

    /// Characters of a name: one that an app has made of an address would push the other columns out of sight.
    private static let longestName = 60
    /// Those of them that are its end, in which such names differ.
    private static let ending = 24

    private static func shown(_ name: String) -> String {
        guard name.count > longestName else { return name }
        return name.prefix(longestName - 1 - ending) + "…" + name.suffix(ending)
    }

    /// In the service's order, which is that of the downloads.
    static func table(_ downloads: [DownloadRecord]) -> Table {
        Table(
            [
                .init("NAME"), .init("VERSION", .right), .init("APP"), .init("STATE"), .init("DONE", .right),
                .init("SIZE", .right), .init("KIND"),
            ],
            rows: downloads.map { download in
                let size = download.totalBytes
                return [
                    shown(download.packID), download.fileID == nil ? "\(download.version)" : "-", download.bundleID,
                    download.state.rawValue,
                    "\(Quantity.percentage(download.completedBytes, of: size)) %",
                    size > 0 ? Quantity.bytes(size) : "-",
                    Self.kind(of: download),
                ]
            })
    }
}
