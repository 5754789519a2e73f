// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A pack: its versions, and how its contexts are held.
enum PackPages {
    static let routes = [
        ConsoleRoute.get("packs/*", .read, perform: show),
        ConsoleRoute.post("packs/*/archive", .archive) { call throws(ConsoleFailure) in
            try await setArchived(true, call)
        },
        ConsoleRoute.post("packs/*/unarchive", .archive) { call throws(ConsoleFailure) in
            try await setArchived(false, call)
        },
        ConsoleRoute.post("packs/*/contexts/*", .release, perform: change),
    ]

    private static func show(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .page(try await content(of: try await call.pack(call.parameters[0]), call))
    }

    private static func content(
        of summary: PackSummary, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> PackContent {
        var listing = VersionListing(packID: summary.pack.id, isFalling: true, limit: AppPages.pageSize)
        if let before = call.query["before"].flatMap({ Int64($0) }) { listing.after = [.integer(before)] }
        let wanted = listing
        let app = try await call.app(summary.pack.appID)
        return try await call.store.asking { (store) throws(StorageError) in
            PackContent(
                summary.pack, of: app, try await store.versions(wanted),
                contexts: try await store.contexts(ofPack: summary.pack.id) ?? [], mayRelease: call.allows(.release),
                mayArchive: call.allows(.archive), problem: problem)
        }
    }

    private static func setArchived(
        _ isArchived: Bool, _ call: ConsoleCall
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let pack = try await call.pack(call.parameters[0])
        return try await changing(pack, call) { (store) throws(StorageError) in
            _ = try await store.setArchived(isArchived, pack: pack.pack.id)
        }
    }

    private static func change(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let pack = try await call.pack(call.parameters[0])
        guard let context = ReleaseContext(rawValue: call.parameters[1]) else { throw .nothing }
        func number(_ name: String) -> Int? { call.form[name].flatMap { Int($0) } }
        let changes: [HostStore.ContextChange]
        switch call.form["action"] {
        case "pin": changes = number("version").map { [.pin($0)] } ?? []
        case "unpin": changes = [.unpin]
        case "rollout": changes = number("percentage").map { [.rollout($0)] } ?? []
        case "start": changes = number("percentage").map { [.rolloutStart($0)] } ?? []
        default: changes = []
        }
        guard !changes.isEmpty else {
            return .refused(try await content(of: pack, call, problem: "Fill in the form: a number is missing."))
        }
        return try await changing(pack, call) { (store) throws(StorageError) in
            _ = try await store.change(context, ofPack: pack.pack.id, changes)
        }
    }

    /// - Returns: the page of the pack, as it is then, or with what stands in the way.
    private static func changing(
        _ pack: PackSummary, _ call: ConsoleCall, _ body: (HostStore) async throws(StorageError) -> Void
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        do throws(ConsoleFailure) { try await call.store.asking(body) } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: pack, call, problem: error.reason))
        }
        return .redirect("/packs/\(pack.pack.id)")
    }
}
