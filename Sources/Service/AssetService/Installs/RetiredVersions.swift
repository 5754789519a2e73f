// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import SystemSupport

/// Versions of apps that are launched no more: each is kept until the last process that runs from it has ended, over
/// restarts of the service too, and then removed.
///
/// While it is on record, its processes are known as the app's.
actor RetiredVersions {
    private let store: AssetStore
    private let logger: Logger
    private var waiting: [Int64: Task<Void, Never>] = [:]

    init(store: AssetStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Takes up what an earlier run of the service left: every version that is neither launched nor being installed.
    func sweep() async throws(AssetStoreError) {
        let installing = Set(try await store.installations().compactMap(\.versionID))
        for version in try await store.otherVersions() {
            if let id = version.id, !installing.contains(id) { retire(version) }
        }
    }

    /// Removes a version when its processes have ended; returns at once.
    func retire(_ version: StoredAppVersion) {
        guard let id = version.id, waiting[id] == nil else { return }
        waiting[id] = Task {
            if await waitForProcesses(of: version), !Task.isCancelled { await remove(version, id: id) }
            waiting[id] = nil
        }
    }

    /// Stops waiting; the next run of the service goes on with it.
    func stop() async {
        let tasks = Array(waiting.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// - Returns: whether they have all ended.
    private func waitForProcesses(of version: StoredAppVersion) async -> Bool {
        // What lies where its owner put it is not ours to keep.
        guard !version.adopted else { return true }
        let folder = Self.folder(of: version)
        var isTold = false
        while !Task.isCancelled {
            let processes = await BlockingWork.run { VersionProcesses.running(in: folder) }
            guard let process = processes.first else { return true }
            if !isTold {
                let words = processes.count == 1 ? "its process has" : "its \(processes.count) processes have"
                logger.info("\(version.bundleID) \(version.version) is kept until \(words) ended")
                isTold = true
            }
            do throws(SystemError) { try await ProcessWait.waitUntilEnded(process) } catch {
                logger.warning("\(version.bundleID) \(version.version) is kept until the service starts anew: \(error)")
                return false
            }
        }
        return false
    }

    /// The folder goes first: a record without a folder is harmless, and a folder without a record would stay for good.
    private func remove(_ version: StoredAppVersion, id: Int64) async {
        do {
            let others = try await store.versions(of: version.bundleID).filter { $0.id != id }
            let folder = Self.folder(of: version)
            if !version.adopted, !others.contains(where: { Self.folder(of: $0) == folder }) {
                try await BlockingWork.run { () throws(SystemError) in
                    let parent = (folder as NSString).deletingLastPathComponent
                    guard FileStatus(path: parent) != nil else { return }
                    try Directory(opening: parent).removeTree((folder as NSString).lastPathComponent)
                }
            }
            try await store.removeVersion(id)
            logger.info("removed \(version.bundleID) \(version.version) (\(version.build)), which is launched no more")
        } catch { logger.warning("\(version.bundleID) \(version.version) cannot be removed now: \(error)") }
    }

    private static func folder(of version: StoredAppVersion) -> String {
        (version.path as NSString).deletingLastPathComponent
    }
}
