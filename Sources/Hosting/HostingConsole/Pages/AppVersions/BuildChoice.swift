// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A build that a version of the app may go with.
struct BuildChoice: Sendable {
    let id: String
    let name: String
    let isChosen: Bool

    init(_ build: HostedBuild, chosen: String?) {
        id = build.id
        name = BuildRow.name(of: build) + (build.archive?.architecture.map { ", \($0)" } ?? "")
        isChosen = build.id == chosen
    }
}
