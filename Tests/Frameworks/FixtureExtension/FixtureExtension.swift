// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Dispatch
import ExtensionFoundation
import StoreKit

/// A downloader extension for tests, as an app has one.
@main
struct FixtureExtension: StoreDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        if assetPack.id == "group" {
            let download = assetPack.download(for: nil) as? BAURLDownload
            return download?.applicationGroupIdentifier == "group.of.the.service"
        }
        if assetPack.id == "events" {
            let isSeen = DispatchSemaphore(value: 0)
            let updates = AssetPackManager.shared.statusUpdates(forAssetPackWithID: "pack")
            Task.detached {
                for await update in updates {
                    if case .finished = update { isSeen.signal() }
                }
            }
            isSeen.wait()
            return true
        }
        return assetPack.id != "unwanted" && assetPack.version == 3
    }
}
