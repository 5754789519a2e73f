// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What was changed, when and by whom.
enum LogPages {
    static let routes = [ConsoleRoute.get("log", .audit, perform: show)]

    private static func show(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        var listing = AuditListing(appIDs: try call.member.appIDs, limit: AppPages.pageSize)
        listing.after = PagePlace(call.query)?.values
        let wanted = listing
        return .page(
            try await call.store.asking { (store) throws(StorageError) in
                let page = try await store.auditEntries(wanted)
                let people = try await store.principalNames()
                var apps: [String: String] = [:]
                for id in Set(page.elements.compactMap(\.appID)) { apps[id] = try await store.app(id)?.name }
                return LogContent(page, people: people, apps: apps)
            })
    }
}
