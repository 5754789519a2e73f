// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import CSystemShims

/// Gives memory back when the service has had nothing to do for a moment: it runs all day beside what people use.
struct MemoryRelease: Sendable {
    /// Seconds without work before it does: long enough that calls in a row are not slowed down by it.
    private static let quietTime = 5.0

    let activity: ActivityMonitor
    let downloads: DownloadsService
    let files: FilesService
    let installations: InstallationsService
    let sessions: SessionsService
    let store: AssetStore
    let network: NetworkService
    let clock: any WallClock

    /// Runs until the task is cancelled. While nothing happens it sleeps without a timer.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for signal in [
                activity.changes, downloads.changes, files.changes, installations.changes, sessions.changes,
            ] {
                group.addTask { await follow(signal.changes()) }
            }
        }
    }

    private func follow(_ changes: AsyncStream<Void>) async {
        for await _ in changes {
            repeat {
                do { try await clock.sleep(until: clock.now + Self.quietTime) } catch { return }
            } while await isBusy
            // Certificates, connections and their buffers: read anew for the next request.
            await network.reset()
            // The pages of the database that were read, and its prepared statements.
            await BlockingWork.run { [store] in store.releaseMemory() }
            ba_release_memory()
        }
    }

    private var isBusy: Bool {
        get async {
            if await downloads.isTransferring { return true }
            if await files.isTransferring { return true }
            if await sessions.isTransferring { return true }
            return await installations.isWorking
        }
    }
}
