// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage

extension HostServer {
    /// The identifier of a version of a new pack, whose archive has been processed.
    func processedVersion(_ name: String, of app: HostedApp) async throws -> String {
        let pack = try await store.createPack(appID: app.id, identifier: name)
        let version = try await store.createVersion(packID: pack.id)
        _ = try await store.changeReleases(ofVersion: version.version.id) {
            (releases, number) throws(ReleaseError) in
            try releases.commit(number)
            return try releases.complete(number)
        }
        return version.version.id
    }
}
