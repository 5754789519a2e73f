// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Glibc
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// The files that have arrived and that nobody has moved yet: a folder an app, in `downloads`, on the file system of the
/// containers, so that moving one there is a rename.
struct FinishedFiles: Sendable {
    /// Before the names of manifests that extensions read, which are no finished files.
    static let manifestPrefix = "manifest-"
    let layout: StoreLayout

    func path(of id: String, _ bundleID: String) -> String { layout.downloads + "/" + bundleID + "/" + id }

    /// Moves a file that has arrived to where its app finds it; on disk when this returns.
    func place(_ path: String, as id: String, of bundleID: String) throws(SystemError) {
        let downloads = try Directory(opening: layout.downloads)
        if try downloads.makeFolder(bundleID) { try downloads.synchronize() }
        try mark(path, as: id)
        let destination = self.path(of: id, bundleID)
        try retrying("move to \(destination)", path) { rename(path, destination) }
        try downloads.folder(bundleID).synchronize()
    }

    /// Before it gets its name there, so that every file that is there has it.
    private func mark(_ path: String, as id: String) throws(SystemError) {
        let file = try OwnedDescriptor(
            checking: open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "open", path)
        do throws(SystemError) { try file.setAttribute(PurgeableFiles.mark, to: id, subject: path) } catch {
            // There it is purgeable where it is put, and not where its app moves it.
            guard error.errno == .notSupported else { throw error }
        }
    }

    /// What may be removed, when the disk runs short, of what has arrived: nil when it is not there.
    func purgeableFile(_ file: FileDownload, of bundleID: String, now: Double) throws(SystemError)
        -> StoredPurgeableFile?
    {
        let folder = try Directory(opening: layout.downloads)
        guard folder.exists(bundleID + "/" + file.id) else { return nil }
        let open = try folder.open(bundleID + "/" + file.id, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        return StoredPurgeableFile(
            downloadID: file.id, bundleID: bundleID, identifier: file.identifier,
            status: try open.status(subject: path(of: file.id, bundleID)),
            isMarked: open.attribute(PurgeableFiles.mark) == file.id, arrivedAt: now)
    }

    func contains(_ id: String, of bundleID: String) -> Bool { FileStatus(path: path(of: id, bundleID))?.kind == .file }

    /// Removes a file, if it is still there.
    func remove(_ id: String, of bundleID: String) throws(SystemError) {
        let downloads = try Directory(opening: layout.downloads)
        guard downloads.exists(bundleID) else { return }
        try downloads.removeFile(bundleID + "/" + id)
    }

    /// Removes the manifests that an earlier run of the service has left.
    func removeManifests() throws(SystemError) {
        let downloads = try Directory(opening: layout.downloads)
        for bundleID in try downloads.names() {
            for name in try downloads.folder(bundleID).names() where name.hasPrefix(Self.manifestPrefix) {
                try downloads.removeFile(bundleID + "/" + name)
            }
        }
    }

    /// Removes the files of an app.
    func removeAll(of bundleID: String) throws(SystemError) {
        try Directory(opening: layout.downloads).removeTree(bundleID)
    }
}
