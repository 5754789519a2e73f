// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

/// What `pause`, `resume` and `cancel` are told.
struct TransferOptions: ParsableArguments {
    @Argument(
        help: "The bundle identifier of an app, the identifier of an asset pack, or the file name of an archive.",
        completion: IdentifierCompletion.appsAndPacks)
    var id: String

    @Option(
        help: "The app whose pack is meant; needed when several apps download such a pack.",
        completion: IdentifierCompletion.apps)
    var app: String?

    @OptionGroup var output: OutputOptions

    /// Where there are identifiers.
    static let listings = "`ba apps`, `ba packs` and `ba downloads` list those that there are"

    func validate() throws {
        if id.isEmpty { throw ValidationError("no ID is named: \(Self.listings)") }
    }

    /// Downloads that are named one by one.
    private static let largestListing = 20

    func perform(_ action: TransferControl.Action) async throws {
        let console = ControlContext.current.console
        let link = try ControlContext.link()
        let targets = try await TransferControl(action: action, link: link).perform(id: id, appID: app)
        if output.printsJSON { return try console.writeJSON(targets) }
        let waits = action == .resume ? try await waits(of: targets, link: link) : [:]
        if let first = targets.first, targets.count > Self.largestListing {
            let waiting = targets.count { waits[$0] != nil }
            let wait = waiting == 0 ? "." : "; \(waiting) of them wait: `ba explain \(first.bundleID)` says why"
            return console.note("\(action.done) \(targets.count) downloads of \(first.bundleID)\(wait)")
        }
        for target in targets {
            let wait = waits[target].map { "; it waits: \($0)" } ?? "."
            console.note(PrintableText.of("\(action.done) \(target.text)\(wait)"))
        }
    }

    /// Why those wait still that go on as far as the person is concerned.
    private func waits(
        of targets: [TransferControl.Target], link: any ServiceLink
    ) async throws(ControlError) -> [TransferControl.Target: String] {
        guard targets.contains(where: { $0.packID != nil }) else { return [:] }
        let downloads = try await link.call(DownloadsInterface.List(bundleID: app)).downloads
        return Dictionary(
            downloads.compactMap { download in
                download.waiting.map { (.init(bundleID: download.bundleID, packID: download.packID), $0) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
