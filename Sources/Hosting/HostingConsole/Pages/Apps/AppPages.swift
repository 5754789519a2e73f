// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The apps, and what is hosted of each.
enum AppPages {
    /// Rows of a page of anything.
    static let pageSize = 50
    private static let shownBuilds = 10

    static let routes = [
        ConsoleRoute.get("", .read, perform: list),
        ConsoleRoute.get("apps/*", .read, perform: show),
        ConsoleRoute.post("apps/*/packs", .upload, perform: createPack),
    ]

    private static func list(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        var listing = AppListing(ids: try call.member.appIDs, limit: pageSize)
        listing.order = [(.name, false)]
        listing.after = NamePlace(call.query)?.values
        let wanted = listing
        let (rows, hasMore) = try await call.store.asking { (store) throws(StorageError) in
            let page = try await store.apps(wanted)
            var rows: [AppsContent.Row] = []
            for app in page.elements {
                guard let usage = try await store.usage(ofApp: app.id) else { continue }
                rows.append(AppsContent.Row(app, used: usage.used, quota: usage.quota))
            }
            return (rows, page.hasMore)
        }
        return .page(AppsContent(rows, hasMore: hasMore, mayCreate: try mayCreate(call)))
    }

    /// Whoever sees all apps, and may make others.
    static func mayCreate(_ call: ConsoleCall) throws(ConsoleFailure) -> Bool {
        guard call.allows(.manageApps) else { return false }
        return try call.member.appIDs == nil
    }

    /// - `ids`: those that somebody may see; nil for all.
    static func allApps(of ids: [String]?, in store: HostStore) async throws(StorageError) -> [HostedApp] {
        var apps: [HostedApp] = []
        var after: [SQLValue]?
        while true {
            let page = try await store.apps(ids: ids, after: after, limit: 200)
            apps += page.elements
            guard page.hasMore, let last = page.elements.last else { return apps }
            after = [.text(last.id)]
        }
    }

    private static func show(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .page(try await content(of: try await call.app(call.parameters[0]), call))
    }

    static func content(
        of app: HostedApp, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> AppContent {
        var listing = PackListing(appID: app.id, limit: pageSize)
        listing.order = [(.identifier, false)]
        listing.isArchived = call.query["archived"] == "yes"
        listing.after = NamePlace(call.query)?.values
        let wanted = listing
        return try await call.store.asking { (store) throws(StorageError) in
            let page = try await store.packs(wanted)
            let ids = page.elements.flatMap(\.activeVersionIDs.values)
            let versions = Dictionary(try await store.versions(ids).map { ($0.version.id, $0.version.number) }) { $1 }
            let holds = try await store.holds(ofPacks: page.elements.map(\.pack.id))
            let usage = try await store.usage(ofApp: app.id)
            let builds = try await store.builds(BuildListing(appIDs: [app.id], limit: shownBuilds))
            return AppContent(
                app, page, versions: versions, holds: holds, used: usage?.used ?? 0, builds: builds.elements,
                isArchived: wanted.isArchived == true, mayUpload: call.allows(.upload),
                seesWebhooks: call.allows(.manageWebhooks), seesSettings: call.allows(.manageApps),
                identifier: problem == nil ? "" : call.form["identifier"] ?? "", problem: problem)
        }
    }

    private static func createPack(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        guard let identifier = call.form.text("identifier") else {
            return .refused(try await content(of: app, call, problem: "Give the pack an identifier."))
        }
        do throws(ConsoleFailure) {
            let pack = try await call.store.asking { (store) throws(StorageError) in
                try await store.createPack(appID: app.id, identifier: identifier)
            }
            return .redirect("/packs/\(pack.id)")
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: app, call, problem: error.reason))
        }
    }
}
