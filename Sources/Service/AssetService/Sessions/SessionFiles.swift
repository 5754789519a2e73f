// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Crypto
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Where what the transfers of sessions take, and bring, lies: what goes to a server in the spool, what has come for a task in a folder an
/// app, on the file system of the containers, so that moving it there is a rename.
struct SessionFiles: Sendable {
    /// Bytes that are copied at a time.
    private static let step: Int64 = 1 << 24

    let layout: StoreLayout

    /// Where the file of a task lies that has ended.
    func path(of number: Int64, in key: SessionKey) -> String {
        folder(of: key.bundleID) + "/" + name(of: number, in: key)
    }

    /// Whether that file is there.
    func contain(_ number: Int64, in key: SessionKey) -> Bool {
        FileStatus(path: path(of: number, in: key))?.kind == .file
    }

    private func folder(of bundleID: String) -> String { layout.sessions + "/" + bundleID }

    /// The name of that file in its app's folder: identifiers of sessions may be any text.
    func name(of number: Int64, in key: SessionKey) -> String {
        Hexadecimal.text(SHA256.hash(data: Array(key.identifier.utf8)).prefix(16)) + "-\(number)"
    }

    /// The name in the spool of what goes to a server.
    static func uploadName(of transferID: String) -> String { transferID + ".upload" }

    func uploadPath(of transferID: String) -> String { layout.spool + "/" + Self.uploadName(of: transferID) }

    /// Keeps what is to go to a server as it is now, whatever its app does with it; on disk when this returns.
    ///
    /// - Returns: bytes of it.
    func keepUpload(_ path: String, as transferID: String) throws(SystemError) -> Int64 {
        let source = try OwnedDescriptor(
            checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path)
        let status = try source.status(subject: path)
        guard status.kind == .file else {
            throw SystemError(errno: .invalidArgument, operation: "send what is no file,", subject: path)
        }
        let target = uploadPath(of: transferID)
        let spool = try Directory(opening: layout.spool)
        let copy = try spool.open(
            Self.uploadName(of: transferID), flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        if ba_share_blocks(source.rawValue, copy.rawValue) == 0 {
            try retrying("sync", target) { fdatasync(copy.rawValue) }
        } else {
            // What waits for room would wait for that of the copies.
            guard DiskSpace(of: spool).hasRoom(for: status.size) else {
                throw SystemError(errno: .noSpace, operation: "copy", subject: path)
            }
            try fill(copy, target, with: source, path)
        }
        return try copy.status(subject: target).size
    }

    /// Copies all of a file, by sharing blocks where the file system can; on disk when this returns.
    private func fill(
        _ copy: borrowing OwnedDescriptor, _ target: String, with source: borrowing OwnedDescriptor, _ path: String
    ) throws(SystemError) {
        let (from, to) = (source.rawValue, copy.rawValue)
        while try retrying("copy", path, { ba_copy_range(from, to, Self.step) }) > 0 {}
        try retrying("sync", target) { fdatasync(to) }
    }

    /// Has a task have what has come; on disk when this returns.
    ///
    /// - `path`: it stays there, too, until it is removed.
    /// - `isShared`: whether others have it, too: each has a file of its own, which it may change.
    func place(_ path: String, for number: Int64, in key: SessionKey, isShared: Bool) throws(SystemError) {
        let sessions = try Directory(opening: layout.sessions)
        if try sessions.makeFolder(key.bundleID) { try sessions.synchronize() }
        let folder = try sessions.folder(key.bundleID)
        let target = self.path(of: number, in: key)
        let name = name(of: number, in: key)
        try folder.removeFile(name)
        if isShared {
            let source = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            do throws(SystemError) {
                let copy = try folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
                try fill(copy, target, with: source, path)
            } catch {
                try folder.removeFile(name)
                throw error
            }
        } else {
            try retrying("link to \(target)", path) { link(path, target) }
        }
        try folder.synchronize()
    }

    /// Removes the file of a task, if it is still there.
    func remove(_ number: Int64, in key: SessionKey) throws(SystemError) {
        let sessions = try Directory(opening: layout.sessions)
        guard sessions.exists(key.bundleID) else { return }
        try sessions.folder(key.bundleID).removeFile(name(of: number, in: key))
    }

    /// Removes what has come for an app.
    func removeAll(of bundleID: String) throws(SystemError) {
        try Directory(opening: layout.sessions).removeTree(bundleID)
    }

    /// Removes what has come, but for the files of these names, by app.
    func removeAll(except kept: [String: Set<String>]) throws(SystemError) {
        let sessions = try Directory(opening: layout.sessions)
        for bundleID in try sessions.names() {
            guard let kept = kept[bundleID] else {
                try sessions.removeTree(bundleID)
                continue
            }
            let folder = try sessions.folder(bundleID)
            for name in try folder.names() where !kept.contains(name) { try folder.removeTree(name) }
        }
    }

    /// Removes what a transfer has taken and brought.
    func removeTransfer(_ id: String) throws(SystemError) {
        let spool = try Directory(opening: layout.spool)
        try spool.removeTree(id)
        try spool.removeFile(Self.uploadName(of: id))
    }
}
