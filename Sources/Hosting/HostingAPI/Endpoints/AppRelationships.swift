// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What comes along with an app that is asked for.
struct AppRelationships: Sendable {
    let store: HostStore
    let appID: String

    /// Of each relationship, without a `limit` of it.
    static let usualLimit = 10

    /// The newest of what a relationship leads to; nil for one that is not kept.
    func page(_ name: String, limit: Int) async throws(APIFailure) -> Page<ResourceObject>? {
        let id = appID
        switch name {
        case "appStoreVersions":
            return try await store.serving { (store) throws(StorageError) in
                try await store.appStoreVersions(ofApp: id, limit: limit)
            }.map { ResourceObject($0) }
        case "builds":
            let listing = BuildListing(uploadedOf: [id], limit: limit)
            return try await store.serving { (store) throws(StorageError) in try await store.builds(listing) }
                .map { ResourceObject($0) }
        case "reviewSubmissions":
            let listing = ReviewListing(appIDs: [id], limit: limit)
            return try await store.serving { (store) throws(StorageError) in try await store.reviews(listing) }
                .map { ResourceObject($0, itemLimit: nil) }
        default: return nil
        }
    }
}
