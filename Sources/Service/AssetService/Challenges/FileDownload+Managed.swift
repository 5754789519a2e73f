// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import TransferEngine

extension FileDownload {
    /// A manifest of packs, as the extension of its app is told of it that is asked who asks.
    static func manifest(at address: HTTPAddress, of app: AppInformation) -> FileDownload {
        FileDownload(
            id: manifestID(of: app.bundleID), identifier: "BAManifestURL",
            request: FileRequest(url: address.absoluteString), fileSize: 0, groupID: app.appGroupID ?? "",
            essential: true, priority: 0, manifest: true)
    }

    /// One a bundle at a time.
    static func manifestID(of bundleID: String) -> String { "BAManifestURL of \(bundleID)" }

    /// A pack, as the extension of its app is told of it.
    ///
    /// - `id`: of the download.
    static func pack(
        _ entry: DownloadManifestEntry, id: String, from address: HTTPAddress, isEssential: Bool
    ) -> FileDownload {
        FileDownload(
            id: id, identifier: entry.id, request: FileRequest(url: address.absoluteString),
            fileSize: entry.downloadSize, groupID: "", essential: isEssential, priority: 0)
    }
}
