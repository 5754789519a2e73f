// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import StoreKit

/// A downloader extension for tests: the ID of a pack says how it behaves when it is asked about it.
@main
struct FixtureDownloader: StoreDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        switch assetPack.id {
        case "Declined": return false
        case "Crash": abort()
        case "Exit": exit(3)
        case "Hang": while true { pause() }
        case "Memory":
            var memory = [[UInt8]](repeating: [], count: 1)
            for _ in 0..<64 { memory.append([UInt8](repeating: 1, count: 1 << 20)) }
            while true { pause() }
        default: return true
        }
    }
}
