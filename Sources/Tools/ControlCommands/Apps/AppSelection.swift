// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Finds the apps that a command is about.
enum AppSelection {
    /// The app named, which the service will know or not, or without a name all that can be launched and have asset packs.
    static func bundleIDs(_ id: String?, link: any ServiceLink) async throws(ControlError) -> [String] {
        if let id { return [id] }
        return try await launchable(link: link).filter { $0.hasAssetPacks ?? true }.map(\.bundleID)
    }

    /// The app named, or without a name all that can be launched and that a server has something newer for now and then:
    /// packs, files of its own, or the app itself.
    ///
    /// - Throws: `service` with the code `appNotFound`.
    static func updatable(_ id: String?, link: any ServiceLink) async throws(ControlError) -> [AppRecord] {
        if let id { return [try await app(id, link: link)] }
        return try await launchable(link: link).filter { app in
            app.hasAssetPacks ?? true || app.requestsContent ?? false || app.isFromServer
        }
    }

    /// The apps that can be launched, by their identifiers.
    private static func launchable(link: any ServiceLink) async throws(ControlError) -> [AppRecord] {
        try await link.call(AppsInterface.List()).apps
            .filter { $0.state == .ready || $0.state == .updating }
            .sorted { $0.bundleID < $1.bundleID }
    }

    /// The record of an app.
    ///
    /// - Throws: `service` with the code `appNotFound` when there is none.
    static func app(_ bundleID: String, link: any ServiceLink) async throws(ControlError) -> AppRecord {
        let apps = try await link.call(AppsInterface.List()).apps
        guard let app = apps.first(where: { $0.bundleID == bundleID }) else {
            throw .service(
                ServiceError(.appNotFound, "no app has the bundle identifier \(bundleID)", subject: bundleID))
        }
        return app
    }

    /// The app whose pack is meant: the one named, the only one that is known to have all these packs, or the only app
    /// there is, whose host may have packs that are not known here yet.
    ///
    /// - Throws: `notFound` when no app does, `usage` when several do.
    static func bundleID(
        named id: String?, havingPacks packIDs: [String], link: any ServiceLink
    ) async throws(ControlError) -> String {
        if let id { return id }
        let packs = try await link.call(PacksInterface.List()).packs
        let candidates = Dictionary(grouping: packs, by: \.bundleID)
            .filter { Set(packIDs).isSubset(of: $0.value.map(\.id)) }
            .keys.sorted()
        let names = packIDs.joined(separator: ", ")
        switch candidates.count {
        case 1: return candidates[0]
        case 0:
            let apps = try await bundleIDs(nil, link: link)
            guard apps.count == 1 else {
                throw .notFound("no app is known to have \(names)\n`ba packs` lists the packs; name the app with --app")
            }
            return apps[0]
        default:
            throw .usage("several apps have \(names): \(candidates.joined(separator: ", "))\nname one with --app")
        }
    }
}
