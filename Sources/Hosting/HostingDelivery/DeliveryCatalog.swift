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
    /// Its tag is weak where it has a sequence, of which it says nothing: that rises with what changes elsewhere, too, and a device
    /// need not fetch the same packs again for it.
    package func content(in form: ManifestForm, base: String) throws(DeliveryProblem) -> MemoryContent {
        let manifest = manifest(in: form, base: base)
        let bytes = manifest.compactJSON
        var digest = SHA256()
        var rest = bytes[...]
        if let sequence = manifest.sequence, let range = Self.range(of: "\"sequence\":\(sequence)", in: bytes) {
            digest.update(data: bytes[..<range.lowerBound])
            rest = bytes[range.upperBound...]
        }
        digest.update(data: rest)
        guard let value = Digest(digest.finalize().map { $0 }) else {
            throw DeliveryProblem(.internalServerError, "the manifest has no digest")
        }
        return MemoryContent(bytes, tag: EntityTag(value.description, isWeak: manifest.sequence != nil))
    }

    /// The last one, for which all that it has after its packs is looked at.
    private static func range(of text: String, in bytes: [UInt8]) -> Range<Int>? {
        let wanted = Array(text.utf8)
        let first = bytes.indices.reversed().first { bytes[$0...].starts(with: wanted) }
        return first.map { $0..<$0 + wanted.count }
    }
}
