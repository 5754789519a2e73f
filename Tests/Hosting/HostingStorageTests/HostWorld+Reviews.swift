// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

extension HostWorld {
    /// What a host refuses of this; nil when it does it.
    func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do { try await body() } catch {
            if case .refused(let refusal)? = error as? StorageError { return refusal }
        }
        return nil
    }

    /// A version whose archive has been processed.
    func processedVersion(of pack: HostedPack) async throws -> VersionSummary {
        let version = try await store.createVersion(packID: pack.id)
        _ = try await store.changeReleases(ofVersion: version.version.id) { (releases, number) throws(ReleaseError) in
            try releases.commit(number)
            return try releases.complete(number)
        }
        return try #require(try await store.version(version.version.id))
    }

    func processedVersion() async throws -> VersionSummary {
        try await processedVersion(of: try await store.createPack(appID: try await app().id, identifier: "A"))
    }

    /// The identifier of a submission of these.
    func submitted(_ versions: [VersionSummary]) async throws -> String {
        let app = try #require(versions.first?.pack.appID)
        let id = try await store.createReview(appID: app, platform: .iOS, by: "dev").review.id
        for version in versions { _ = try await store.addReviewItem(versionID: version.version.id, to: id, by: "dev") }
        _ = try await store.change(reviewID: id, .submit, by: "dev")
        return id
    }

    func approve(_ version: VersionSummary) async throws {
        let id = try await submitted([version])
        let items = try await store.change(reviewID: id, .beginReview, by: "rev").summary.items
        for item in items { _ = try await store.change(itemID: item.id, .decide(accepts: true), by: "rev") }
    }
}
