// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
package import HostingDelivery
package import HostingModel
package import HostingStorage

/// What an app publishes in one context.
package struct HostedCatalog: DeliveryCatalog {
    private let store: HostStore
    private let bundleID: String
    private let context: ReleaseContext
    private let device: DeviceQuery
    private let settings: DeliverySettings

    /// - `device`: what the device that asks has told of itself.
    package init(
        store: HostStore, bundleID: String, context: ReleaseContext, device: DeviceQuery = DeviceQuery(),
        settings: DeliverySettings
    ) {
        self.store = store
        self.bundleID = bundleID
        self.context = context
        self.device = device
        self.settings = settings
    }

    package var manifestPolicy: CachePolicy {
        settings.manifestMaxAge > 0 ? .brief(seconds: settings.manifestMaxAge) : .revalidated
    }

    package func publication() async throws(DeliveryProblem) -> Publication {
        let published = try await published()
        var packs: [PublishedPack] = []
        for summary in published.versions { packs.append(try Self.pack(summary)) }
        var publication = Publication(
            packs: packs, sequence: published.sequence, removed: published.archived,
            primaryLanguage: published.app.primaryLocale)
        publication.namesVersions = true
        return publication
    }

    package func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent {
        let summary: VersionSummary
        if let version {
            summary = try await self.version(version, of: id)
        } else {
            let published = try await published()
            guard let found = published.versions.first(where: { $0.pack.identifier == id }) else {
                throw Self.missing(id, isArchived: published.archived.contains(id))
            }
            summary = found
        }
        switch part {
        case .archive:
            let (file, sha256) = try Self.archive(of: summary)
            return ObjectContent(file.upload.key, size: file.size, sha256: sha256, in: store.objects, settings)
        case .blocks:
            guard let blocks = summary.version.blocks else {
                throw DeliveryProblem(.notFound, "the asset pack \(id) is served without blocks", assetPack: id)
            }
            return ObjectContent(blocks.key, size: blocks.size, sha256: blocks.sha256, in: store.objects, settings)
        }
    }

    // MARK: Parts

    private func published() async throws(DeliveryProblem) -> PublishedVersions {
        let found = try await serving { (store) throws(StorageError) in
            try await store.published(
                bundleID: bundleID, in: context, for: device.identifier, appVersion: device.appVersion)
        }
        guard let found else {
            throw DeliveryProblem(.notFound, "no app with the bundle identifier \(bundleID) is served here")
        }
        return found
    }

    private func version(_ number: Int, of id: String) async throws(DeliveryProblem) -> VersionSummary {
        let found = try await serving { (store) throws(StorageError) in
            try await store.publishedVersion(number, ofPack: id, bundleID: bundleID, in: context)
        }
        if let found { return found }
        let published = try await published()
        guard let current = published.versions.first(where: { $0.pack.identifier == id }) else {
            throw Self.missing(id, isArchived: published.archived.contains(id))
        }
        throw DeliveryProblem(
            .notFound, "the asset pack \(id) has no version \(number) here; the newest is \(current.version.number)",
            assetPack: id)
    }

    private func serving<Value>(
        _ body: (HostStore) async throws(StorageError) -> Value
    ) async throws(DeliveryProblem) -> Value {
        do throws(StorageError) { return try await body(store) } catch {
            throw DeliveryProblem(
                .serviceUnavailable, "what is published is not known at the moment; ask again", retryAfter: 5)
        }
    }

    private static func missing(_ id: String, isArchived: Bool) -> DeliveryProblem {
        isArchived
            ? DeliveryProblem(.gone, "the asset pack \(id) was taken back", assetPack: id)
            : DeliveryProblem(.notFound, "no asset pack with the ID \(id) is published here", assetPack: id)
    }

    /// - Throws: when what is published has no archive, which is a fault of the host.
    private static func archive(
        of summary: VersionSummary
    ) throws(DeliveryProblem) -> (file: UploadFile, sha256: String) {
        guard let file = summary.files[.asset], let sha256 = file.sha256 else {
            throw DeliveryProblem(
                .internalServerError,
                "version \(summary.version.number) of \(summary.pack.identifier) is published without its archive",
                assetPack: summary.pack.identifier)
        }
        return (file, sha256)
    }

    private static func pack(_ summary: VersionSummary) throws(DeliveryProblem) -> PublishedPack {
        let version = summary.version
        let (file, sha256) = try archive(of: summary)
        guard let digest = Digest(hexadecimal: sha256), let policy = version.downloadPolicy else {
            throw DeliveryProblem(
                .internalServerError,
                "version \(version.number) of \(summary.pack.identifier) is published and was not processed",
                assetPack: summary.pack.identifier)
        }
        let blocks = version.blocks.flatMap { blocks in
            Digest(hexadecimal: blocks.sha256).map { PublishedPack.Blocks(size: blocks.size, sha256: $0) }
        }
        return PublishedPack(
            id: summary.pack.identifier, version: version.number, downloadSize: file.size, sha256: digest,
            downloadPolicy: policy, platforms: Set(version.platforms), language: version.locale,
            installedSize: version.installedSize, blocks: blocks)
    }
}
