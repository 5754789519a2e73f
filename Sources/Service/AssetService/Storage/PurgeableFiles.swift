// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Glibc
internal import SystemSupport

/// The files on disk that may be removed when it runs short: finished downloads, where the service has put them, or where
/// their apps have moved them, in the caches of app groups and apps.
///
/// A file is one of them by its mark, which moves with it, and by the record of what it was when it came. A mark alone says
/// nothing: anybody can set one.
struct PurgeableFiles: Sendable {
    /// The attribute that names the download.
    static let mark = "user.background-assets.purgeable"
    /// In the spool, which is emptied at the next start.
    private static let outgoing = "purged"
    let layout: StoreLayout
    /// Where apps have caches of their own, each by its bundle identifier.
    let cachesFolder: String

    /// An app's own caches.
    func caches(of bundleID: String) -> String { cachesFolder + "/" + bundleID }

    /// What a process of an app needs to have its own caches where others have those of the person (`.cachesDirectory`).
    func environment(of bundleID: String) -> [String: String] { ["XDG_CACHE_HOME": caches(of: bundleID)] }

    /// Makes the folder of an app's own caches.
    func prepareCaches(of bundleID: String) throws(SystemError) {
        try Directory.createFolders(cachesFolder)
        try Directory(opening: cachesFolder).makeFolder(bundleID)
        try CacheTag.put(into: PurgeablePlace(anchor: cachesFolder, path: bundleID).open())
    }

    /// Removes an app's own caches.
    func removeCaches(of bundleID: String) throws(SystemError) {
        guard FileStatus(path: cachesFolder) != nil else { return }
        try Directory(opening: cachesFolder).removeTree(bundleID)
    }

    /// The places of an app: the caches of its groups and its own, and what it has not moved.
    func places(of bundleID: String, groups: [String]) -> [PurgeablePlace] {
        groups.map { AppGroupFolder(layout: layout, groupID: $0).caches } + [
            PurgeablePlace(anchor: cachesFolder, path: bundleID), arrivals(of: bundleID),
        ]
    }

    private func arrivals(of bundleID: String) -> PurgeablePlace {
        PurgeablePlace(anchor: layout.downloads, path: bundleID)
    }

    /// Looks for files that are on record.
    func find(_ records: [StoredPurgeableFile], in places: [PurgeablePlace]) -> [PurgeableFile] {
        guard !records.isEmpty, let device = FileStatus(path: layout.downloads)?.identity.device else { return [] }
        let records = Dictionary(
            records.map { ($0.inode, $0) },
            uniquingKeysWith: { old, new in
                // One of them is of a file that is gone, whose number another one has got.
                old.arrivedAt > new.arrivedAt ? old : new
            })
        var found: [PurgeableFile] = []
        for place in places {
            // Most are not there; in one that is a link, or may not be looked into, nothing is purgeable.
            guard let folder = try? place.open() else { continue }
            folder.forEachFile { name, status in
                guard status.identity.device == device,
                    let record = records[Int64(bitPattern: status.identity.inode)], record.isUnchanged(status)
                else { return }
                let file = PurgeableFile(record: record, place: place, path: name, status: status)
                if isPurgeable(file, in: folder) { found.append(file) }
            }
        }
        return found
    }

    /// Removes a file, unless it is another by now.
    ///
    /// - Returns: whether it was removed.
    func remove(_ file: PurgeableFile) throws(SystemError) -> Bool {
        let folder = try file.place.open()
        guard isPurgeable(file, in: folder) else { return false }
        let spool = try Directory(opening: layout.spool)
        try spool.makeFolder(Self.outgoing)
        // First to where no app reaches it: what has taken its place since the last look goes back.
        let goal = Self.outgoing + "/" + file.record.downloadID
        try spool.removeFile(goal)
        try folder.move(file.path, to: goal, in: spool)
        guard let moved = FileStatus(path: layout.spool + "/" + goal), file.record.isUnchanged(moved) else {
            try spool.move(goal, to: file.path, in: folder)
            return false
        }
        try spool.removeFile(goal)
        return true
    }

    /// Whether it is still the file on record, and its app has left the mark on it.
    private func isPurgeable(_ file: PurgeableFile, in folder: borrowing Directory) -> Bool {
        // Without waiting for the other end of a pipe that an app has put there. What cannot be opened stays.
        guard let open = try? folder.open(file.path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let status = try? open.status(subject: file.path), file.record.isUnchanged(status)
        else { return false }
        if !file.record.isMarked { return file.place == arrivals(of: file.record.bundleID) }
        return open.attribute(Self.mark) == file.record.downloadID
    }
}
