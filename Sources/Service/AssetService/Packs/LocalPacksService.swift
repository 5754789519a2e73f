// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// The packs that are readable on this device: putting versions in place, removing them, showing them to readers.
struct LocalPacksService: Sendable {
    private let store: AssetStore
    private let layout: StoreLayout
    private let content: PackContent
    private let clock: any WallClock
    private let logger: Logger
    private let lock = KeyedLock()

    init(store: AssetStore, layout: StoreLayout, clock: any WallClock, logger: Logger) {
        self.store = store
        self.layout = layout
        self.clock = clock
        self.logger = logger
        content = PackContent(packsPath: layout.packs)
    }

    /// The local version of a pack, or nil.
    func localVersion(of key: PackKey) async throws(ServiceError) -> Int? {
        do throws(AssetStoreError) { return try await store.pack(key.packID, of: key.bundleID)?.version } catch {
            throw ServiceError(store: error)
        }
    }

    func list(of bundleID: String?) async throws(ServiceError) -> [StoredPack] {
        do throws(AssetStoreError) { return try await store.packs(of: bundleID) } catch {
            throw ServiceError(store: error)
        }
    }

    /// Puts a staged version in place of the one before it, and shows it to readers.
    ///
    /// - `event`: what the app is to hear of it.
    func install(
        _ entry: DownloadManifestEntry, bundleID: String, stagedPath: String, files: [ExtractedFile],
        told event: PackEvent
    ) async throws(ServiceError) {
        let names = files.compactMap(NamespaceFile.init)
        let record: StoredPack
        do {
            record = StoredPack(
                bundleID: bundleID, packID: entry.id, version: entry.version,
                bytes: names.reduce(0) { $0 &+ $1.size }, entry: try JSONEncoder().encode(entry), installedAt: clock.now
            )
        } catch { throw ServiceError(.internalError, "the entry of \(entry.id) cannot be stored: \(error)") }
        let isOfApp = try await changing(bundleID) { () throws(AssetStoreError) in
            try await BlockingWork.run { () throws(AssetStoreError) in
                try content.install(
                    stagedPath: stagedPath, bundleID: bundleID, packID: entry.id, version: entry.version, files: names)
            }
            try await publish(bundleID, replacing: record)
            do throws(AssetStoreError) {
                try await store.finishDownload(record, completion: StoredCompletion(event, at: clock.now))
            } catch {
                // Readers see what is on record, and nothing that goes again by itself.
                try await publish(bundleID, replacing: nil)
                throw error
            }
        }
        guard isOfApp else { throw .appNotFound(bundleID) }
        logger.info("the pack \(entry.id) of \(bundleID) is local in version \(entry.version)")
    }

    /// Takes packs away from readers, and their files when nobody reads them any more.
    ///
    /// - `events`: what the app is to hear of it; empty when it asked for it itself.
    /// - `answer`: what the call that asked for it is answered.
    func remove(
        _ packIDs: [String], of bundleID: String, told events: [PackEvent] = [], answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        guard !packIDs.isEmpty else { return }
        let completions = events.compactMap { StoredCompletion($0, at: clock.now) }
        try await changing(bundleID) { () throws(AssetStoreError) in
            try await store.removePacks(packIDs, of: bundleID, completions: completions, answer: answer)
            do throws(AssetStoreError) { try await publish(bundleID, replacing: nil) } catch {
                // The namespace without them is a new file.
                guard case .files(_, outOfSpace: true) = error, store.releaseReserve() else { throw error }
                try await publish(bundleID, replacing: nil)
            }
        }
        store.noteRemoved()
        logger.info("removed \(packIDs.joined(separator: ", ")) of \(bundleID)")
    }

    /// Brings the namespaces of all apps into line with the database, as after a kill between the two. Most are: of these
    /// nothing is written.
    func reconcileAll() async throws(AssetStoreError) {
        let packs = Dictionary(grouping: try await store.packs(of: nil), by: \.bundleID)
        var all: [(bundleID: String, visible: [PackContent.Visible])] = []
        for app in try await store.apps() {
            let visible = try await visible(app.bundleID, of: packs[app.bundleID] ?? [])
            all.append((app.bundleID, visible))
        }
        let outOfLine = await BlockingWork.run { [content, all] in
            all.filter { !content.isInLine($0.visible, bundleID: $0.bundleID) }.map(\.bundleID)
        }
        for bundleID in outOfLine {
            // On a full disk, or with one app's folder damaged, the service still serves what it can.
            do throws(ServiceError) {
                try await changing(bundleID) { () throws(AssetStoreError) in
                    try await publish(bundleID, replacing: nil)
                }
            } catch { logger.error("the packs of \(bundleID) are shown as they were: \(error)") }
        }
    }

    /// Brings what readers see of the packs' state (out of date, obsolete) into line with the newest manifest, if it is
    /// not.
    func refreshFlags(_ bundleID: String) async throws(ServiceError) {
        do throws(AssetStoreError) {
            try await lock.withLock(bundleID) { () throws(AssetStoreError) in
                guard try await store.app(bundleID) != nil else { return }
                let visible = try await visible(bundleID, replacing: nil)
                let isCurrent = await BlockingWork.run { () throws(Never) in
                    content.isPublished(visible, bundleID: bundleID)
                }
                if !isCurrent { try await publish(bundleID, replacing: nil) }
            }
        } catch { throw ServiceError(store: error) }
    }

    /// What a path stands for in the newest namespace of an app: of all packs, of one, or of those in one language.
    func resolve(
        _ path: String, packID: String?, language: String?, of bundleID: String
    ) async throws(ServiceError) -> ResolvedFile? {
        do throws(AssetStoreError) {
            let found = try await BlockingWork.run { () throws(AssetStoreError) in
                try content.find(path, packID: packID, language: language, bundleID: bundleID)
            }
            return found.map { found in
                ResolvedFile(
                    packID: found.pack.id, version: found.pack.version, location: found.pack.contentsPath + "/" + path,
                    size: found.entry.size, mode: found.entry.mode)
            }
        } catch { throw ServiceError(store: error) }
    }

    /// The first files that local packs of an app share, of which readers see one.
    func collisions(of bundleID: String) async throws(ServiceError) -> [PackContent.Collision] {
        do throws(AssetStoreError) {
            let visible = try await visible(bundleID, replacing: nil)
            return try await BlockingWork.run { () throws(AssetStoreError) in
                try content.collisions(among: visible, bundleID: bundleID, limit: 10)
            }
        } catch { throw ServiceError(store: error) }
    }

    /// Packs of which files are gone or changed.
    func damage(of bundleID: String) async throws(ServiceError) -> [PackContent.Damage] {
        do throws(AssetStoreError) {
            let visible = try await visible(bundleID, replacing: nil)
            return try await BlockingWork.run { () throws(AssetStoreError) in
                try content.damage(among: visible, bundleID: bundleID)
            }
        } catch { throw ServiceError(store: error) }
    }

    /// Removes everything of an app.
    func removeAll(of bundleID: String) async throws(ServiceError) {
        do throws(AssetStoreError) {
            try await lock.withLock(bundleID) { () throws(AssetStoreError) in
                try await BlockingWork.run { () throws(AssetStoreError) in try content.removeAll(bundleID: bundleID) }
            }
        } catch { throw ServiceError(store: error) }
    }

    /// Removes versions that nobody reads any more.
    func collect(_ bundleID: String) async throws(ServiceError) {
        try await changing(bundleID) { () throws(AssetStoreError) in }
    }

    /// Removes a staging folder; what cannot be removed now is removed at the next start.
    func removeStaging(_ downloadID: String) async {
        let spool = layout.spool
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in try Directory(opening: spool).removeTree(downloadID)
            }
        } catch {
            logger.warning("the staging folder \(downloadID) cannot be removed: \(error)")
        }
    }

    func removeStaging(except kept: Set<String>) async {
        let path = layout.spool
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in
                let spool = try Directory(opening: path)
                for name in try spool.names() where !kept.contains(name) { try spool.removeTree(name) }
            }
        } catch { logger.warning("old staging folders cannot be removed: \(error)") }
    }

    /// Runs a change of an app's packs alone, and afterwards removes what nobody reads.
    ///
    /// - Returns: false when there is no such app any more: its files are gone or about to go, and none may come back.
    @discardableResult private func changing(
        _ bundleID: String, _ body: @Sendable () async throws(AssetStoreError) -> Void
    ) async throws(ServiceError) -> Bool {
        do throws(AssetStoreError) {
            return try await lock.withLock(bundleID) { () throws(AssetStoreError) in
                guard try await store.app(bundleID) != nil else { return false }
                try await body()
                let keeping = Dictionary(try await store.packs(of: bundleID).map { ($0.packID, $0.version) }) {
                    first, _ in first
                }
                do throws(AssetStoreError) {
                    try await BlockingWork.run { () throws(AssetStoreError) in
                        try content.collect(bundleID: bundleID, keeping: keeping)
                    }
                } catch { logger.warning("\(error)") }
                return true
            }
        } catch { throw ServiceError(store: error) }
    }

    /// Writes the next generation of the namespace: the packs on record, with `replacing` in place of its older self.
    private func publish(_ bundleID: String, replacing: StoredPack?) async throws(AssetStoreError) {
        let visible = try await visible(bundleID, replacing: replacing)
        let damaged = try await BlockingWork.run { () throws(AssetStoreError) in
            try content.publish(visible, bundleID: bundleID)
        }
        for packID in damaged {
            // One damaged pack must not keep the others from readers; what is not on record is fetched when asked for.
            logger.error("the files of \(packID) of \(bundleID) are gone or damaged: it must be fetched again")
            try await store.removePacks([packID], of: bundleID)
        }
    }

    /// The packs on record, as readers are to see them.
    private func visible(
        _ bundleID: String, replacing: StoredPack?
    ) async throws(AssetStoreError) -> [PackContent.Visible] {
        var packs = try await store.packs(of: bundleID).filter { $0.packID != replacing?.packID }
        if let replacing { packs.append(replacing) }
        return try await visible(bundleID, of: packs)
    }

    private func visible(
        _ bundleID: String, of packs: [StoredPack]
    ) async throws(AssetStoreError) -> [PackContent.Visible] {
        if packs.isEmpty { return [] }
        let manifest = try await store.manifest(of: bundleID).flatMap {
            try? JSONDecoder().decode(DownloadManifest.self, from: $0.body)
        }
        return packs.map { pack in
            let entry = try? JSONDecoder().decode(DownloadManifestEntry.self, from: pack.entry)
            let published = manifest?.entry(withID: pack.packID)
            return PackContent.Visible(
                packID: pack.packID, version: pack.version, language: entry?.language,
                isOutOfDate: published.map { $0.version != pack.version } ?? false,
                isObsolete: manifest != nil && published == nil)
        }
    }
}

extension NamespaceFile {
    /// What readers see of an extracted file: paths below `Contents`; links are not shown.
    init?(_ file: ExtractedFile) {
        let prefix = "Contents/"
        guard file.path.hasPrefix(prefix), file.kind != .symbolicLink else { return nil }
        let path = String(file.path.dropFirst(prefix.count))
        guard !path.isEmpty else { return nil }
        self =
            file.kind == .folder
            ? .folder(path, permissions: UInt32(file.mode))
            : .file(path, size: Int64(clamping: file.size), permissions: UInt32(file.mode))
    }
}
