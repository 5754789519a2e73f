// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage

/// What an app publishes for one audience, to one device.
struct HostedCatalog: DeliveryCatalog {
    let store: HostStore
    let cache: PublicationCache
    let place: PublicationCache.Place
    let published: HostedPublication
    let device: DeviceQuery
    let settings: DeliverySettings
    /// Whether what is asked for is for devices with a token alone.
    let isForSome: Bool
    /// Until when the address that is asked for is good, in seconds since 1970; nil for ever.
    var addressExpiry: Int64?
    /// The digest that the address names; nil for one that means whatever has this version's number here.
    var digest: String?

    var manifestPolicy: CachePolicy {
        // What a cache has is as good as new: its addresses are good for a while yet.
        let seconds = min(settings.manifestMaxAge, settings.signer.map { Int($0.lifetime) / 2 } ?? .max)
        return limited(seconds > 0 ? .brief(seconds: seconds) : .revalidated)
    }

    func assetPolicy(isVersioned: Bool) -> CachePolicy {
        guard let addressExpiry else { return limited(isVersioned && digest != nil ? .immutable : .revalidated) }
        // What is kept for longer would be given to those who have no good address any more.
        return limited(.immutableUntil(seconds: max(0, Int(addressExpiry - Int64(settings.now().seconds)))))
    }

    /// What is for some devices is for no cache that others ask, too.
    private func limited(_ policy: CachePolicy) -> CachePolicy {
        isForSome ? .personal(policy) : policy
    }

    func contentAtHand(_ target: DeliveryTarget, base: String) -> (any DeliveryContent)? {
        switch target {
        case .manifest(let form): return cache.keptManifest(manifestName(form, base), at: place, of: published)
        case .asset(let name, let version):
            // Of two that one address may mean, the archive comes first: it is known where it is.
            guard let version,
                let object = cache.keptObject(
                    PackPartName(packID: name, version: version, part: .archive), at: place, of: published),
                digest == nil || digest == object.sha256
            else { return nil }
            return ObjectContent(object, in: store.objects, settings, isForSome: isForSome)
        }
    }

    private func manifestName(_ form: ManifestForm, _ base: String) -> PublicationCache.ManifestName {
        PublicationCache.ManifestName(
            form: form, base: base, deviceClass: published.deviceClass(of: device),
            expires: settings.signer?.expiry(at: settings.now()) ?? 0)
    }

    func publication() -> Publication { published.publication(for: published.deviceClass(of: device)) }

    func manifest(in form: ManifestForm, base: String) throws(DeliveryProblem) -> MemoryContent {
        let name = manifestName(form, base)
        return try cache.manifest(name, at: place, of: published) { () throws(DeliveryProblem) in
            var publication = published.publication(for: name.deviceClass)
            if let signer = settings.signer {
                publication.addressEnd = { [place, expires = name.expires] asset, version in
                    signer.end(
                        of: AddressSigner.Subject(
                            bundleID: place.bundleID, audience: place.audience, name: asset, version: version),
                        expires: expires)
                }
            }
            return try publication.content(in: form, base: base)
        }
    }

    func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent {
        guard let number = version ?? published.version(of: id, for: device) else { throw missing(id) }
        let name = PackPartName(packID: id, version: number, part: part)
        let object = try await cache.object(name, at: place, of: published) { () throws(DeliveryProblem) in
            try await find(name)
        }
        guard digest == nil || digest == object.sha256 else {
            throw DeliveryProblem(
                .notFound,
                "version \(number) of the asset pack \(id) has other bytes here: ask for the manifest, and go by it",
                assetPack: id)
        }
        return ObjectContent(object, in: store.objects, settings, isForSome: isForSome)
    }

    private func find(_ name: PackPartName) async throws(DeliveryProblem) -> StoredObject {
        let summary = try await PublicationCache.serving { () throws(StorageError) in
            try await store.publishedVersion(
                name.version, ofPack: name.packID, bundleID: place.bundleID, for: place.audience)
        }
        guard let summary else {
            guard let current = published.version(of: name.packID, for: device) else { throw missing(name.packID) }
            throw DeliveryProblem(
                .notFound,
                "the asset pack \(name.packID) has no version \(name.version) here; the newest is \(current)",
                assetPack: name.packID)
        }
        switch name.part {
        case .archive: return try StoredObject.archive(of: summary)
        case .blocks:
            guard let blocks = summary.version.blocks else {
                throw DeliveryProblem(
                    .notFound, "the asset pack \(name.packID) is served without blocks", assetPack: name.packID)
            }
            return blocks
        }
    }

    private func missing(_ id: String) -> DeliveryProblem {
        published.archived.contains(id)
            ? DeliveryProblem(.gone, "the asset pack \(id) was taken back", assetPack: id)
            : DeliveryProblem(.notFound, "no asset pack with the ID \(id) is published here", assetPack: id)
    }
}
