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

    /// Writes when it was asked, for the bench to read.
    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        guard
            let group = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: "group.com.example.bench")
        else { return }
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        let line = "\(failedDownload.identifier) \(seconds)\n"
        let descriptor = open(
            group.appendingPathComponent("woken").path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        _ = line.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }
}
