// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage

/// Which pack a command is about.
struct PackOptions: ParsableArguments {
    @Argument(help: "The bundle identifier of its app.") var bundleID: String
    @Argument(help: "The identifier of the pack.") var pack: String
    @OptionGroup var storage: StorageOptions

    /// Does something with the pack.
    func withPack<Result: Sendable>(_ body: (HostStore, HostedPack) async throws -> Result) async throws -> Result {
        try await storage.withStore { store in
            var listing = PackListing(appID: try await store.app(bundleID: bundleID).id, limit: 1)
            listing.identifiers = [pack]
            guard let found = try await store.packs(listing).elements.first?.pack else {
                throw StorageError.refused(.notFound(type: "backgroundAssets", id: pack))
            }
            return try await body(store, found)
        }
    }
}
