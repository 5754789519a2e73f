// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
package import HostingDelivery
internal import Synchronization

/// What the server delivers at this moment: each pack's newest version, and the ones before it, whose transfers may
/// still be under way.
package final class PackShelf: DeliveryCatalog {
    /// Versions of a pack before the newest that stay open.
    package static let keptVersions = 3

    private struct Version {
        let published: PublishedPack
        let archive: FileContent
        let blocks: FileContent?
    }

    private struct State {
        var publication = Publication()
        /// Newest last.
        var versions: [String: [Version]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// What is published now.
    package var current: Publication { state.withLock { $0.publication } }

    package func publication() async throws(DeliveryProblem) -> Publication { current }

    /// Puts a version on top of the earlier ones of its pack. It is delivered from the next `publish` on.
    func add(_ published: PublishedPack, of loaded: LoadedPack) {
        state.withLock { state in
            var versions = state.versions[published.id, default: []]
            versions.removeAll { $0.published.version == published.version }
            versions.append(Version(published: published, archive: loaded.archive, blocks: loaded.blocks))
            state.versions[published.id] = versions.suffix(Self.keptVersions + 1)
        }
    }

    /// Replaces what the manifest says.
    func publish(_ publication: Publication) { state.withLock { $0.publication = publication } }

    package func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent {
        let (published, found, available) = state.withLock { state in
            let published = state.publication.packs.first { $0.id == id }
            let wanted = version ?? published?.version
            return (
                published, state.versions[id]?.last { $0.published.version == wanted },
                state.publication.packs.map(\.id)
            )
        }
        guard let found else {
            throw missing(id, version: version, published: published, available: available)
        }
        guard let content = part == .archive ? found.archive : found.blocks else {
            throw DeliveryProblem(.notFound, "the asset pack \(id) is served without blocks", assetPack: id)
        }
        guard content.isUnchanged else {
            if version == nil || version == published?.version {
                throw DeliveryProblem(
                    .serviceUnavailable, "the asset pack \(id) is being replaced; ask again in a moment",
                    assetPack: id, retryAfter: 1)
            }
            throw DeliveryProblem(
                .gone, "version \(found.published.version) of the asset pack \(id) was written over", assetPack: id)
        }
        return content
    }

    private func missing(
        _ id: String, version: Int?, published: PublishedPack?, available: [String]
    ) -> DeliveryProblem {
        guard let published else {
            return DeliveryProblem(
                .notFound, "no asset pack with the ID \(id) is served here", assetPack: id, available: available)
        }
        guard let version, version < published.version else {
            return DeliveryProblem(
                .notFound,
                "the asset pack \(id) has no version \(version ?? 0); the newest is \(published.version)",
                assetPack: id)
        }
        return DeliveryProblem(
            .gone, "version \(version) of the asset pack \(id) is no longer served; the newest is \(published.version)",
            assetPack: id)
    }
}
