// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A build in a list.
struct BuildRow: Sendable {
    let id: String
    let name: String
    let architecture: String
    let state: StateWord
    /// In the order of the contexts; nil before it has been processed.
    let releases: [PackContent.ReleaseCell]
    /// Those whose devices have it.
    let contexts: String
    let created: String
    let problems: [Problem]

    init(_ build: HostedBuild) {
        id = build.id
        name = Self.name(of: build)
        architecture = build.archive.map { $0.architecture ?? "any processor" } ?? ""
        state = StateWord(build.state)
        releases = ReleaseContext.allCases.map { context in
            PackContent.ReleaseCell(
                title: context.title, state: build.releases.state(in: context).map { StateWord($0) })
        }
        contexts = ReleaseContext.allCases.filter { build.isActive(in: $0) }.map(\.title)
            .joined(separator: ", ")
        created = build.createdAt.description
        problems = build.problems.errors + build.problems.warnings
    }

    /// By its numbers, once these are known.
    static func name(of build: HostedBuild) -> String {
        build.archive.map { "\($0.version) (\($0.build))" } ?? build.fileName
    }
}

extension BuildReleases {
    /// As the interface has it; nil before the build has been processed.
    func state(in context: ReleaseContext) -> String? {
        switch context {
        case .internalBeta: internalBeta?.rawValue
        case .externalBeta: externalBeta?.rawValue
        case .appStore: appStore?.rawValue
        }
    }
}
