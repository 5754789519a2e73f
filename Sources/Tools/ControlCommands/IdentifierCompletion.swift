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
    static let apps = kind { (link, _) async throws(ControlError) in try await apps(of: link) }
    /// Identifiers of asset packs: of the app that the line names, or of all.
    static let packs = kind { (link, line) async throws(ControlError) in
        try await packs(of: link, app: app(in: line))
    }
    /// Of either kind.
    static let appsAndPacks = kind { (link, line) async throws(ControlError) in
        let app = app(in: line)
        return try await (app == nil ? apps(of: link) : []) + packs(of: link, app: app)
    }
    /// Names of settings.
    static let settings = kind { (link, _) async throws(ControlError) in
        try await link.call(ControlInterface.Settings()).settings.map(\.name)
    }

    /// The value of `--app`.
    private static func app(in line: [String]) -> String? {
        for (word, next) in zip(line, line.dropFirst() + [""]) {
            if word == "--app", !next.isEmpty { return next }
            if word.hasPrefix("--app=") { return String(word.dropFirst("--app=".count)) }
        }
        return nil
    }

    private static func apps(of link: any ServiceLink) async throws(ControlError) -> [String] {
        try await link.call(AppsInterface.List()).apps.map(\.bundleID)
    }

    private static func packs(of link: any ServiceLink, app: String?) async throws(ControlError) -> [String] {
        try await link.call(PacksInterface.List()).packs.filter { app == nil || $0.bundleID == app }.map(\.id)
    }

    /// - `names`: what there is to offer, of a service, for a line; what is on the line already is not offered again.
    private static func kind(
        _ names: @escaping @Sendable (any ServiceLink, [String]) async throws(ControlError) -> [String]
    ) -> CompletionKind {
        .custom { line, position, _ async in
            let others = line.indices.filter { $0 != position }.map { line[$0] }
            return await withTaskGroup(of: [String].self) { group in
                group.addTask {
                    do throws(ControlError) {
                        let names = try await names(ControlContext.link(starting: false), others)
                        return Set(names).subtracting(others).sorted()
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
