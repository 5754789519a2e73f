// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Crypto
internal import FoundationEssentials
internal import HTTPTypes

/// What is delivered: the published packs of one app, and the bytes of their versions.
///
/// The development server has one over a folder, the host one for each context of an app.
package protocol DeliveryCatalog: Sendable {
    /// What is published at this moment.
    func publication() async throws(DeliveryProblem) -> Publication

    /// The manifest for a device.
    ///
    /// - `base`: scheme, authority and path that `/assets/…` is appended to.
    func manifest(in form: ManifestForm, base: String) async throws(DeliveryProblem) -> MemoryContent

    /// For how long manifests may be used again.
    var manifestPolicy: CachePolicy { get }

    /// For how long bytes may be used again.
    ///
    /// - `isVersioned`: whether the URL names a version.
    func assetPolicy(isVersioned: Bool) -> CachePolicy

    /// The bytes of a pack; with no version those of the one that is published now.
    ///
    /// Throws a problem with 404 for a pack or version that never was here, 410 for a version that is no longer.
    func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent

    /// What a request is for, where that is in memory; nil where it is to be looked up.
    ///
    /// - `base`: as of `manifest`.
    func contentAtHand(_ target: DeliveryTarget, base: String) -> (any DeliveryContent)?
}

extension DeliveryCatalog {
    package func contentAtHand(_ target: DeliveryTarget, base: String) -> (any DeliveryContent)? { nil }

    package func manifest(in form: ManifestForm, base: String) async throws(DeliveryProblem) -> MemoryContent {
        try await publication().content(in: form, base: base)
    }

    package var manifestPolicy: CachePolicy { .revalidated }

    package func assetPolicy(isVersioned: Bool) -> CachePolicy { isVersioned ? .immutable : .revalidated }
}

extension Publication {
    /// The manifest as it is sent: the same for the same packs.
    ///
    /// Its tag is of the sequence, too. A cache that has an earlier manifest with the same packs, from before a release that was
    /// taken back, would be told that it is still good, and devices take none whose sequence is behind theirs.
    package func content(in form: ManifestForm, base: String) throws(DeliveryProblem) -> MemoryContent {
        let bytes = manifest(in: form, base: base).compactJSON
        let tag = Digest(SHA256.hash(data: bytes).map { $0 }).map { EntityTag($0.description) }
        guard let tag else { throw DeliveryProblem(.internalServerError, "the manifest has no digest") }
        return MemoryContent(bytes, tag: tag)
    }
}
