// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage

/// What an app publishes in one context, to one device.
struct HostedCatalog: DeliveryCatalog {
    let store: HostStore
    let cache: PublicationCache
    let place: PublicationCache.Place
    let published: HostedPublication
    let device: DeviceQuery
    let settings: DeliverySettings

    var manifestPolicy: CachePolicy {
        settings.manifestMaxAge > 0 ? .brief(seconds: settings.manifestMaxAge) : .revalidated
    }

    func publication() -> Publication { published.publication(for: published.deviceClass(of: device)) }

    func manifest(in form: ManifestForm, base: String) throws(DeliveryProblem) -> MemoryContent {
        let deviceClass = published.deviceClass(of: device)
        let name = PublicationCache.ManifestName(form: form, base: base, deviceClass: deviceClass)
        return try cache.manifest(name, at: place, of: published) { () throws(DeliveryProblem) in
            try published.publication(for: deviceClass).content(in: form, base: base)
        }
    }

    func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent {
        guard let number = version ?? published.version(of: id, for: device) else { throw missing(id) }
        let name = HostedObject.Name(packID: id, version: number, part: part)
        let object = try await cache.object(name, at: place, of: published) { () throws(DeliveryProblem) in
            try await find(name)
        }
        return ObjectContent(object, in: store.objects, settings)
    }

    private func find(_ name: HostedObject.Name) async throws(DeliveryProblem) -> HostedObject {
        let summary = try await PublicationCache.serving { () throws(StorageError) in
            try await store.publishedVersion(
                name.version, ofPack: name.packID, bundleID: place.bundleID, in: place.context)
        }
        guard let summary else {
            guard let current = published.version(of: name.packID, for: device) else { throw missing(name.packID) }
            throw DeliveryProblem(
                .notFound,
                "the asset pack \(name.packID) has no version \(name.version) here; the newest is \(current)",
                assetPack: name.packID)
        }
        switch name.part {
        case .archive: return try HostedObject.archive(of: summary)
        case .blocks:
            guard let blocks = summary.version.blocks else {
                throw DeliveryProblem(
                    .notFound, "the asset pack \(name.packID) is served without blocks", assetPack: name.packID)
            }
            return HostedObject(key: blocks.key, size: blocks.size, sha256: blocks.sha256)
        }
    }

    private func missing(_ id: String) -> DeliveryProblem {
        published.archived.contains(id)
            ? DeliveryProblem(.gone, "the asset pack \(id) was taken back", assetPack: id)
            : DeliveryProblem(.notFound, "no asset pack with the ID \(id) is published here", assetPack: id)
    }
}
