// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import Foundation

/// A `ba_pack`.
final class PackObject: Sendable {
    let pack: AssetPack
    let id: Text
    let language: Text?
    let userInfo: Text?

    init(_ pack: AssetPack) {
        self.pack = pack
        id = Text(pack.id)
        language = pack.language.map { Text($0.minimalIdentifier) }
        userInfo = pack.userInfo.map { Text(String(decoding: $0, as: UTF8.self)) }
    }
}
