// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface

/// Records as a service answers them.
enum Samples {
    static let app = "com.example.coast"

    static func progress(
        _ phase: InstallationProgress.Phase, _ fraction: Double, detail: String? = nil
    ) -> InstallationProgress {
        InstallationProgress(
            bundleID: app, phase: phase, fraction: fraction, completedBytes: Int64(fraction * 1000), totalBytes: 1000,
            detail: detail)
    }

    static func record(
        _ bundleID: String = app, state: AppRecord.State = .ready, fraction: Double? = nil, note: String? = nil
    ) -> AppRecord {
        AppRecord(
            bundleID: bundleID, name: "Coast", version: "1.0", build: "7", state: state, fraction: fraction,
            appGroupID: "group.example", origin: "local", path: nil, packBytes: 12_000_000, hasAssetPacks: true,
            note: note)
    }

    static func pack(
        _ id: String, of bundleID: String = app, local: Int? = nil, published: Int? = 1, status: Int = 1,
        completed: Int64? = nil
    ) -> PackRecord {
        PackRecord(
            bundleID: bundleID, id: id, localVersion: local, publishedVersion: published, policy: "onDemand",
            language: nil, status: status, localBytes: 2_000_000, downloadSize: 1_000_000, completedBytes: completed,
            waiting: nil)
    }

    static func download(_ packID: String, of bundleID: String = app) -> DownloadRecord {
        DownloadRecord(
            bundleID: bundleID, packID: packID, version: 2, state: .downloading, essential: true,
            completedBytes: 500_000, totalBytes: 1_000_000, waiting: nil)
    }
}
