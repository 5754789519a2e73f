// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import StoreKit

// Extensions in all the shapes that are written for Apple's SDK. That this file compiles is the test.

struct StoreHostedExtension: StoreDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        return true
    }
}

struct EmptyExtension: ManagedDownloaderExtension {}

struct EmptyStoreExtension: StoreDownloaderExtension {}

final class ClassExtension: StoreDownloaderExtension {
    required init() {}

    func shouldDownload(_ assetPack: AssetPack) -> Bool { assetPack.downloadSize < 1_000_000 }
}

class OpenExtension: ManagedDownloaderExtension {
    private var asked = 0

    required init() {}

    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        asked += 1
        return asked < 3
    }
}

/// Does not satisfy the requirement, and compiles because there is a default.
struct AsyncExtension: ManagedDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) async -> Bool { false }
}
