// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Testing

@Suite struct ManifestFailureStoreTests {
    private func failure(_ bundleID: String, at time: Double) -> StoredManifestFailure {
        StoredManifestFailure(
            bundleID: bundleID, message: "status 404", condition: "notFound", failingSince: 1, failedAt: time)
    }

    @Test("The last failure of each app is kept until its manifest comes, or it goes") func failures() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            for id in ["a", "b"] {
                try await store.save(StoredApp(bundleID: id, name: "A", origin: "local", addedAt: 1))
                #expect(try await store.save(failure(id, at: 2)))
            }
            #expect(try await store.save(failure("a", at: 3)))
            // Of an app that is only being installed nothing is kept.
            #expect(try await !store.save(failure("c", at: 3)))
            #expect(
                try await store.manifestFailures().sorted { $0.bundleID < $1.bundleID }
                    == [failure("a", at: 3), failure("b", at: 2)])
            try await store.deleteManifestFailure(of: "a")
            try await store.removeApp("b", groupRule: .remove)
            #expect(try await store.manifestFailures().isEmpty)
        }
    }
}
