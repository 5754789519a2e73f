// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage

/// Puts a file or folder in the place of another one: if anything goes wrong before its end, both are as they were.
package struct ItemReplacement {
    /// RENAME_EXCHANGE
    private static let exchange: UInt32 = 2
    private let original: String
    private let new: String
    private let takesPermissions: Bool
    private let backup: String?

    /// - `original`: the path of the item that goes, which need not be there.
    /// - `new`: the path of the one that takes its place.
    /// - `takesPermissions`: whether the new item gets the permissions of the original.
    /// - `backup`: the path, on the disk of the original, that the original has from then on, in place of what is there;
    ///   nil when it is removed.
    package init(original: String, new: String, takesPermissions: Bool = true, backup: String? = nil) {
        self.original = original
        self.new = new
        self.takesPermissions = takesPermissions
        self.backup = backup
    }

    package func run() throws(SystemError) {
        guard let newStatus = FileStatus(path: new) else {
            throw SystemError(errno: .noSuchFileOrDirectory, operation: "find", subject: new)
        }
        let originalStatus = FileStatus(path: original)
        if let originalStatus, originalStatus.identity == newStatus.identity { return }
        do throws(SystemError) { try move(new, over: originalStatus, from: newStatus) } catch
            where error.errno == .improperLink
        {
            try copy(newStatus, over: originalStatus)
        }
    }

    /// Within a file system.
    private func move(
        _ source: String, over originalStatus: FileStatus?, from newStatus: FileStatus
    ) throws(SystemError) {
        // Of the original, and before the new item is in its place.
        let permissions = originalStatus.flatMap {
            takesPermissions && $0.kind == newStatus.kind ? $0.permissions : nil
        }
        let changes = permissions.map { $0 != newStatus.permissions && newStatus.kind != .symbolicLink } ?? false
        if changes, let permissions { try setPermissions(permissions, of: source) }
        do throws(SystemError) { try rename(source, over: originalStatus, isFolder: newStatus.kind == .folder) } catch {
            if changes { try setPermissions(newStatus.permissions, of: source) }
            throw error
        }
    }

    private func rename(_ source: String, over originalStatus: FileStatus?, isFolder: Bool) throws(SystemError) {
        guard let originalStatus, backup != nil || isFolder || originalStatus.kind == .folder else {
            try retrying("move to \(original)", source) { Glibc.rename(source, original) }
            return
        }
        // A folder cannot be renamed over what is not empty: they change places, and the old one goes.
        try exchange(source)
        guard let backup else { return try Self.remove(source) }
        do throws(SystemError) {
            if backup == source { return }
            // Nor over a folder.
            if originalStatus.kind == .folder || FileStatus(path: backup)?.kind == .folder {
                try Self.remove(backup)
            }
            try retrying("move to \(backup)", source) { Glibc.rename(source, backup) }
        } catch {
            try exchange(source)
            throw error
        }
    }

    private func exchange(_ source: String) throws(SystemError) {
        try retrying("exchange with \(original)", source) {
            ba_renameat2(AT_FDCWD, source, AT_FDCWD, original, Self.exchange)
        }
    }

    /// Removes a file, or a folder with all that is in it; not an error when it is not there.
    package static func remove(_ path: String) throws(SystemError) {
        let (parent, name) = split(path)
        try Directory(opening: parent).removeTree(name)
    }

    private func setPermissions(_ permissions: UInt32, of path: String) throws(SystemError) {
        // By a descriptor where it can be opened: an extension may not by a path.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        try retrying("change the permissions of", path) {
            file >= 0 ? fchmod(file, permissions) : chmod(path, permissions)
        }
    }

    /// From another file system: first beside the original, where half a file is in nobody's way.
    private func copy(_ newStatus: FileStatus, over originalStatus: FileStatus?) throws(SystemError) {
        guard newStatus.kind == .file else {
            throw SystemError(errno: .improperLink, operation: "move to \(original)", subject: new)
        }
        let (folder, last) = Self.split(original)
        let parent = try Directory(opening: folder)
        let name = TemporaryName(last).text
        do throws(SystemError) {
            let source = try OwnedDescriptor(checking: open(new, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "open", new)
            let target = try parent.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: newStatus.permissions)
            while try retrying("copy", new, { ba_copy_range(source.rawValue, target.rawValue, 1 << 24) }) > 0 {}
            try retrying("sync", new) { fsync(target.rawValue) }
            try move(parent.path + "/" + name, over: originalStatus, from: newStatus)
        } catch {
            try? parent.removeFile(name)
            throw error
        }
        try retrying("remove", new) { unlink(new) }
    }

    /// The folder that an absolute path leads into, and the name there.
    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = String(path[..<slash])
        return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
    }
}
