// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage
internal import SystemSupport

struct PackContent: ConsoleContent {
    struct ContextRow: Sendable {
        let name: String
        let title: String
        let version: Int?
        /// Versions of the app that get it; nil for all.
        let appVersions: String?
        let pinned: Int?
        let rollout: Rollout?
        let startPercentage: Int
        let mayRelease: Bool
        /// What it can be held at: versions that were active there.
        let choices: [Int]
        let packID: String
    }

    struct ReleaseCell: Sendable {
        /// Of the context.
        let title: String
        /// nil before it has been processed.
        let state: StateWord?
    }

    struct VersionRow: Sendable {
        let id: String
        let number: Int
        let state: StateWord
        let created: String
        let size: String
        let platforms: String
        /// Versions of the app that get it; nil for all.
        let appVersions: String?
        /// In the order of the contexts.
        let releases: [ReleaseCell]

        init(_ summary: VersionSummary) {
            let version = summary.version
            id = version.id
            number = version.number
            state = StateWord(version.state)
            created = version.createdAt.description
            size = summary.files[.asset].map { ByteCount.text($0.size) } ?? ""
            platforms = version.platforms.map(\.rawValue).joined(separator: ", ")
            appVersions = version.appVersions.words
            releases = ReleaseContext.allCases.map { context in
                ReleaseCell(title: context.title, state: summary.releases[context].map { StateWord($0.state) })
            }
        }

        /// Whether the devices of a context have had it.
        static func wasActive(_ summary: VersionSummary, in context: ReleaseContext) -> Bool {
            let states = ["READY_FOR_TESTING", "READY_FOR_DISTRIBUTION", "SUPERSEDED"]
            return summary.releases[context].map { states.contains($0.state) } ?? false
        }
    }

    static let template = "pack"
    let title: String
    let trail: [PageLink]
    let id: String
    let isArchived: Bool
    /// Whether it is for devices with a token alone.
    let isPrivate: Bool
    let contextTitles = ReleaseContext.allCases.map(\.title)
    let contexts: [ContextRow]
    let versions: [VersionRow]
    let next: String?
    let mayArchive: Bool
    let problem: String?

    init(
        _ pack: HostedPack, of app: HostedApp, _ page: Page<VersionSummary>, contexts: [PackContext],
        mayRelease: Bool, mayArchive: Bool, problem: String?
    ) {
        title = pack.identifier
        trail = PageLink.trail(to: app)
        id = pack.id
        isArchived = pack.archivedAt != nil
        isPrivate = pack.isPrivate || app.isPrivate
        self.contexts = contexts.map { context in
            ContextRow(
                name: context.context.rawValue, title: context.context.title, version: context.active?.number,
                appVersions: context.active?.appVersions.words,
                pinned: context.pinned, rollout: context.rollout, startPercentage: context.rolloutStart,
                mayRelease: mayRelease && pack.archivedAt == nil,
                choices: page.elements.filter { VersionRow.wasActive($0, in: context.context) }.map(\.version.number),
                packID: pack.id)
        }
        versions = page.elements.map { VersionRow($0) }
        next = page.hasMore ? page.elements.last.map { "?before=\($0.version.number)" } : nil
        self.mayArchive = mayArchive
        self.problem = problem
    }
}
