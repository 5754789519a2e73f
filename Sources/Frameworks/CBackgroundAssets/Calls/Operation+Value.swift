// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets

extension Operation.Value {
    var packs: Set<AssetPack>? { if case .packs(let packs) = self { packs } else { nil } }
    var pack: AssetPack? { if case .pack(let pack) = self { pack } else { nil } }
    /// The bits of a `ba_pack_status`.
    var status: UInt32? {
        if case .status(let status) = self { UInt32(truncatingIfNeeded: status.rawValue) } else { nil }
    }
    var updates: (updatingIDs: Set<String>, removedIDs: Set<String>)? {
        if case .updates(let updatingIDs, let removedIDs) = self { (updatingIDs, removedIDs) } else { nil }
    }
    var bytes: Int64? { if case .bytes(let bytes) = self { bytes } else { nil } }
}
