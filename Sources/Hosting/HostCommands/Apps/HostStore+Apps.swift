// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

extension HostStore {
    /// - Throws: `notFound` when there is none.
    func app(bundleID: String) async throws(StorageError) -> HostedApp {
        guard let app = try await apps(bundleIDs: [bundleID], limit: 1).elements.first else {
            throw .refused(.notFound(type: "apps", id: bundleID))
        }
        return app
    }

    /// All of them, in the order of their identifiers.
    func allApps() async throws(StorageError) -> [HostedApp] {
        var all: [HostedApp] = []
        var after: [SQLValue]?
        while true {
            let page = try await apps(after: after, limit: 200)
            all += page.elements
            guard page.hasMore, let last = all.last else { return all }
            after = [.text(last.id)]
        }
    }
}
