// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface
internal import SystemSupport

/// Whether the apps on record have assets to look after, as their bundles say. A bundle is read when its Info.plist is another
/// than it was: with a thousand apps that is what a look at all of them takes.
struct CheckedBundles: Sendable {
    /// What tells one state of an Info.plist from another.
    private struct Stamp: Equatable {
        let file: FileIdentity
        let size: Int64
        let modified: Int64

        init?(_ path: String) {
            guard let status = FileStatus(resolving: path) else { return nil }
            (file, size, modified) = (status.identity, status.size, status.modified)
        }
    }

    private struct Known {
        let stamp: Stamp
        let haveAssets: Bool
    }

    /// By the ID of the version.
    private var known: [Int64: Known] = [:]

    /// Forgets all others.
    mutating func keep(only versions: [Int64: StoredAppVersion]) { known = known.filter { versions[$0.key] != nil } }

    /// - Throws: when the bundle cannot be used.
    mutating func haveAssets(_ version: StoredAppVersion) throws(ServiceError) -> Bool {
        let stamp = Stamp(version.path + "/Info.plist")
        if let id = version.id, let known = known[id], known.stamp == stamp { return known.haveAssets }
        let bundle = try AppCatalog.bundle(at: version)
        let haveAssets = bundle.information.hasManagedAssetPacks || ContentRequests.source(of: bundle) != nil
        if let id = version.id, let stamp { known[id] = Known(stamp: stamp, haveAssets: haveAssets) }
        return haveAssets
    }
}
