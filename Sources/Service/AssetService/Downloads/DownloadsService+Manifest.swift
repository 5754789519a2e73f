// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

extension DownloadsService {
    /// Brings what is queued into line with a newer manifest: another version takes the place of one that is queued, and
    /// what the publisher took back, or what is local already, is not fetched any more.
    ///
    /// A pack that the manifest merely lacks goes on: only after a day does it count as taken back.
    func follow(
        _ current: ManifestService.Current, localVersions: [String: Int], bundleID: String
    ) async throws(ServiceError) {
        let removed = Set(current.manifest.removed ?? [])
        for key in jobs.keys(of: bundleID) {
            guard let job = jobs[key], !job.isCompleting else { continue }
            if removed.contains(key.packID) {
                await end(key, with: .failure(.packNotFound(key.packID, of: bundleID)))
                continue
            }
            guard let entry = current.manifest.entry(withID: key.packID), entry.version != job.record.version else {
                continue
            }
            if localVersions[key.packID] == entry.version {
                await withdraw(key)
            } else {
                try await enqueue(
                    entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: job.downloadClass)
            }
        }
    }

    /// Cancels a download, if there is one. One that is just being put in place has ended afterwards.
    func withdraw(_ key: PackKey) async {
        await waitForPlacing(of: key)
        guard jobs[key] != nil else { return }
        await end(key, with: .failure(Self.cancelled(key)))
    }
}
