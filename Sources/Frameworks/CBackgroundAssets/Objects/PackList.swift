// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets

/// A `ba_packs`: it holds a reference to each of its packs.
// @unchecked Sendable: the handles do not change after `init`.
final class PackList: @unchecked Sendable {
    let handles: [OpaquePointer?]

    init(_ packs: some Sequence<AssetPack>) {
        handles = packs.sorted { ($0.id, $0.version) < ($1.id, $1.version) }.map { Handles.add(PackObject($0)) }
    }

    deinit { for handle in handles { Handles.release(handle, as: PackObject.self) } }
}
