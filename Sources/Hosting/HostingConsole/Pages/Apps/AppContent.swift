// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage
internal import SystemSupport

/// An app: which version of each pack is where, and its builds.
struct AppContent: ConsoleContent {
    /// What a context has.
    struct Cell: Sendable {
        let title: String
        /// The number of a version.
        let version: Int?
        let versionID: String?
        let isHeld: Bool
        /// Of the devices, where a release is under way in phases.
        let percentage: Int?
    }

    struct PackRow: Sendable {
        let id: String
        let identifier: String
        let cells: [Cell]
        let size: String
        /// Whether it is for devices with a token alone, in an app that is for all.
        let isPrivate: Bool

        init(_ summary: PackSummary, versions: [String: Int], _ holds: [ReleaseContext: PackHold]) {
            id = summary.pack.id
            identifier = summary.pack.identifier
            size = ByteCount.text(summary.usedBytes)
            isPrivate = summary.pack.isPrivate
            cells = ReleaseContext.allCases.map { context in
                let id = summary.activeVersionIDs[context]
                let hold = holds[context]
                return Cell(
                    title: context.title, version: id.flatMap { versions[$0] }, versionID: id,
                    isHeld: hold?.pinned != nil, percentage: hold?.percentage)
            }
        }
    }

    static let template = "app"
    let title: String
    let trail = [PageLink.apps]
    let id: String
    let bundleID: String
    let usage: Usage
    let contexts = ReleaseContext.allCases.map(\.title)
    let packs: [PackRow]
    /// The query of the page after this one.
    let next: String?
    let builds: [BuildRow]
    /// Whether the packs are those that are archived.
    let isArchived: Bool
    let mayUpload: Bool
    let seesWebhooks: Bool
    let seesSettings: Bool
    /// Whether all of it is for devices with a token alone.
    let isPrivate: Bool
    /// Of the pack that was to be made, and could not be.
    let identifier: String
    let problem: String?

    init(
        _ app: HostedApp, _ page: Page<PackSummary>, versions: [String: Int],
        holds: [String: [ReleaseContext: PackHold]], used: Int64, builds: [HostedBuild], isArchived: Bool,
        mayUpload: Bool, seesWebhooks: Bool, seesSettings: Bool, identifier: String, problem: String?
    ) {
        title = app.name
        id = app.id
        bundleID = app.bundleID
        usage = Usage(used: used, quota: app.quota)
        packs = page.elements.map { PackRow($0, versions: versions, holds[$0.pack.id] ?? [:]) }
        next =
            page.hasMore
            ? page.elements.last.map { last in
                NamePlace(name: last.pack.identifier, id: last.pack.id).query + (isArchived ? "&archived=yes" : "")
            } : nil
        self.builds = builds.map { BuildRow($0) }
        self.isArchived = isArchived
        self.mayUpload = mayUpload
        self.seesWebhooks = seesWebhooks
        self.seesSettings = seesSettings
        isPrivate = app.isPrivate
        self.identifier = identifier
        self.problem = problem
    }
}
