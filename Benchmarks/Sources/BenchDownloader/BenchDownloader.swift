// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import StoreKit

/// A downloader extension that does nothing, and can be made to wait so that an idle one can be measured.
@main
struct BenchDownloader: StoreDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        // The bench leaves the file in the group's container, takes its figures, and removes the file.
        if assetPack.id == "Waiting",
            let group = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: "group.com.example.bench")
        {
            let mark = group.appendingPathComponent("wait").path
            while access(mark, F_OK) == 0 { usleep(100_000) }
        }
        return true
    }
}
