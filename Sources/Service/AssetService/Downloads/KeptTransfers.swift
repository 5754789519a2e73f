// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What downloads that broke off have staged, kept for the next download of the same pack: a folder a pack, in the spool.
///
/// Nothing depends on it. It goes with its app, after a week, and as soon as anything else needs the room; and the journal
/// in each folder says which archive it is of, so that a newer version begins anew.
struct KeptTransfers: Sendable {
    /// In the spool.
    static let folderName = "kept"
    /// Seconds.
    private static let lifetime: Double = 7 * 86_400
    let layout: StoreLayout

    /// Keeps the staging folder of a download that has ended, unless no block of it was verified.
    func keep(_ downloadID: String, for key: PackKey) throws(SystemError) {
        guard let journal = FileStatus(path: layout.staging(downloadID) + "/journal"), journal.size > 0 else { return }
        let spool = try Directory(opening: layout.spool)
        let path = Self.path(of: key)
        try spool.makeFolder(Self.folderName)
        try spool.makeFolder(Self.folderName + "/" + key.bundleID)
        try spool.removeTree(path)
        try spool.rename(downloadID, to: path)
    }

    /// Makes what is kept of a pack the staging folder of a new download; nothing when nothing is kept.
    func take(for key: PackKey, as downloadID: String) throws(SystemError) {
        let spool = try Directory(opening: layout.spool)
        let path = Self.path(of: key)
        guard spool.exists(path) else { return }
        try spool.rename(path, to: downloadID)
        removeEmptyFolders(of: key.bundleID, in: spool)
    }

    /// Removes what is kept for an app.
    func removeAll(of bundleID: String) throws(SystemError) {
        let spool = try Directory(opening: layout.spool)
        try spool.removeTree(Self.folderName + "/" + bundleID)
        removeEmptyFolders(of: bundleID, in: spool)
    }

    /// Removes all that is kept.
    ///
    /// - Returns: whether there was anything.
    func removeAll() throws(SystemError) -> Bool {
        let spool = try Directory(opening: layout.spool)
        guard spool.exists(Self.folderName) else { return false }
        try spool.removeTree(Self.folderName)
        return true
    }

    /// Removes what nobody came for in time.
    ///
    /// - `now`: seconds since 1970.
    func removeOld(now: Double) throws(SystemError) {
        let spool = try Directory(opening: layout.spool)
        guard spool.exists(Self.folderName) else { return }
        for bundleID in try spool.folder(Self.folderName).names() {
            let app = Self.folderName + "/" + bundleID
            for packID in try spool.folder(app).names() {
                // Written to with every block, so last when the download broke off.
                let journal = FileStatus(path: layout.spool + "/" + app + "/" + packID + "/journal")
                if let journal, Double(journal.modified) / 1e9 > now - Self.lifetime { continue }
                try spool.removeTree(app + "/" + packID)
            }
            removeEmptyFolders(of: bundleID, in: spool)
        }
    }

    private static func path(of key: PackKey) -> String { folderName + "/" + key.bundleID + "/" + key.packID }

    /// Those that are not empty stay.
    private func removeEmptyFolders(of bundleID: String, in spool: borrowing Directory) {
        for folder in [Self.folderName + "/" + bundleID, Self.folderName] {
            unlinkat(spool.descriptor.rawValue, folder, AT_REMOVEDIR)
        }
    }
}
