// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A version of the app itself, in a list.
struct AppVersionRow: Sendable {
    let id: String
    let name: String
    let platform: String
    let state: StateWord
    let build: PageLink?
    let created: String

    init(_ summary: AppStoreVersionSummary) {
        id = summary.version.id
        name = summary.version.versionString
        platform = Self.title(of: summary.version.platform)
        state = StateWord(summary.state)
        build = summary.build.map { PageLink(name: BuildRow.name(of: $0), path: "/builds/\($0.id)") }
        created = summary.version.createdAt.description
    }

    /// As people call it.
    ///
    /// - `platform`: nil for Linux.
    static func title(of platform: ApplePlatform?) -> String {
        switch platform {
        case .iOS: "iOS"
        case .macOS: "macOS"
        case .tvOS: "tvOS"
        case .visionOS: "visionOS"
        case nil: "Linux"
        }
    }
}
