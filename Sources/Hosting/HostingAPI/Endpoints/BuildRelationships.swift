// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What a build leads to.
struct BuildRelationships: Sendable {
    static let names = ["app", "appStoreVersion", "betaAppReviewSubmission"]

    let store: HostStore
    let build: HostedBuild
    let caller: APICaller

    /// nil where there is nothing.
    func resource(_ name: String) async throws(APIFailure) -> ResourceObject? {
        let id = build.id
        switch name {
        case "app": return ResourceObject(try await store.app(build.appID, for: caller))
        case "appStoreVersion":
            return try await store.serving { (store) throws(StorageError) in
                try await store.appStoreVersion(ofBuild: id)
            }
            .map { ResourceObject($0) }
        case "betaAppReviewSubmission":
            // The last one.
            return try await store.serving { (store) throws(StorageError) in
                try await store.betaReviews(BetaReviewListing([.build(id)], limit: 1))
            }
            .elements.first.map { ResourceObject($0, as: .betaAppReviewSubmissions) }
        default: return nil
        }
    }
}
