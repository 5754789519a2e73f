// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface

/// What a shell offers for an argument, asked of the service that runs; none is started for it.
enum IdentifierCompletion {
    /// Nobody waits longer for a line to be completed.
    private static let patience = Duration.seconds(1)

    /// Bundle identifiers.
    static let apps = kind { (link) async throws(ControlError) in try await apps(of: link) }
    /// Identifiers of asset packs.
    static let packs = kind { (link) async throws(ControlError) in try await packs(of: link) }
    /// Of either kind.
    static let appsAndPacks = kind { (link) async throws(ControlError) in
        try await apps(of: link) + packs(of: link)
    }
    /// Names of settings.
    static let settings = kind { (link) async throws(ControlError) in
        try await link.call(ControlInterface.Settings()).settings.map(\.name)
    }

    private static func apps(of link: any ServiceLink) async throws(ControlError) -> [String] {
        try await link.call(AppsInterface.List()).apps.map(\.bundleID)
    }

    private static func packs(of link: any ServiceLink) async throws(ControlError) -> [String] {
        try await link.call(PacksInterface.List()).packs.map(\.id)
    }

    private static func kind(
        _ names: @escaping @Sendable (any ServiceLink) async throws(ControlError) -> [String]
    ) -> CompletionKind {
        .custom { _, _, _ async in
            await withTaskGroup(of: [String].self) { group in
                group.addTask {
                    do throws(ControlError) {
                        return Set(try await names(ControlContext.link(starting: false))).sorted()
                    } catch {
                        // A shell asks in the midst of a line, where there is no place for an error; the command itself
                        // will tell.
                        return []
                    }
                }
                group.addTask {
                    // A wait that is cancelled has nobody to report to.
                    try? await Task.sleep(for: patience)
                    return []
                }
                defer { group.cancelAll() }
                return await group.next() ?? []
            }
        }
    }
}
