// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

/// The `Progress` of each download under way: one object from its beginning to its end.
final class DownloadProgress: Sendable {
    private struct Item {
        var version: Int
        var progress: Progress
    }

    private let service: ServiceClient
    private let items = Mutex<[String: Item]>([:])

    init(service: ServiceClient) { self.service = service }

    /// The progress of a download, brought up to date.
    func update(_ packID: String, version: Int, completed: Int64, total: Int64) -> Progress {
        let progress = items.withLock { items in
            if let item = items[packID], item.version == version, !item.progress.isCancelled { return item.progress }
            let progress = make(packID)
            items[packID] = Item(version: version, progress: progress)
            return progress
        }
        // Unknown sizes are 0 on the wire, and negative to `Progress`.
        progress.totalUnitCount = total > 0 ? total : -1
        progress.completedUnitCount = max(0, completed)
        return progress
    }

    /// The download has ended.
    func end(_ packID: String, isFinished: Bool) {
        guard let item = items.withLock({ $0.removeValue(forKey: packID) }), isFinished else { return }
        if item.progress.totalUnitCount <= 0 { item.progress.totalUnitCount = max(1, item.progress.completedUnitCount) }
        item.progress.completedUnitCount = item.progress.totalUnitCount
    }

    private func make(_ packID: String) -> Progress {
        let progress = Progress.discreteProgress(totalUnitCount: -1)
        progress.kind = .file
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = handler(packID, .cancel)
        progress.pausingHandler = handler(packID, .pause)
        progress.resumingHandler = handler(packID, .resume)
        return progress
    }

    /// Tells the service, without keeping the caller. What comes of it is seen in the updates.
    private func handler(
        _ packID: String, _ action: DownloadsInterface.ControlDownload.Action
    ) -> @Sendable () -> Void {
        let service = service
        return {
            Task {
                do throws(ServiceClientError) {
                    _ = try await service.call(
                        DownloadsInterface.ControlDownload(
                            packID: packID, action: action, callID: UUID().uuidString))
                } catch {
                    // A download that has ended in the meantime cannot be cancelled, nor need it be.
                    if error.serviceError?.code != .downloadNotFound {
                        Diagnostics.report("the download of \(packID) cannot be controlled (\(action)): \(error)")
                    }
                }
            }
        }
    }
}
