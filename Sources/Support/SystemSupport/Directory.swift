// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage

/// A folder held open: everything done through it stays beneath it, whatever happens to the path it was opened by.
///
/// Paths given to its methods are relative; `openat2` with RESOLVE_BENEATH refuses those that leave the folder, and
/// no component may be a symbolic link.
package struct Directory: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor
    /// The path it was opened by, for messages only.
    package let path: String

    package init(descriptor: consuming OwnedDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens the folder at `path`. The last component may not be a symbolic link.
    package init(opening path: String) throws(SystemError) {
        let descriptor = try OwnedDescriptor(
            checking: Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), "open the folder", path)
        self.init(descriptor: descriptor, path: path)
    }

    /// Opens the folder at `path` and makes it, and those above it, when it is missing.
    package init(creating path: String, mode: UInt32 = 0o700) throws(SystemError) {
        try Self.createFolders(path, mode: mode)
        try self.init(opening: path)
    }

    /// Makes the folder at `path` and those above it; not an error when they exist.
    package static func createFolders(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
        if mkdir(path, mode) == 0 || Glibc.errno == EEXIST { return }
        let parent = FilePath(path).removingLastComponent()
        guard Glibc.errno == ENOENT, !parent.isEmpty, parent.string != path else {
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "make the folder", subject: path)
        }
        try createFolders(parent.string, mode: mode)
        if mkdir(path, mode) != 0, Glibc.errno != EEXIST {
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "make the folder", subject: path)
        }
    }

    /// Whether ``createFolders(_:mode:)`` and what is written after it would do, as far as can be told without leaving anything.
    /// A disk that is full at the moment does.
    ///
    /// - Throws: the error of whoever would try: `ENOTDIR` for what is no folder, `EACCES` where this user may not write.
    package static func checkFolders(_ path: String) throws(SystemError) {
        var place = FilePath(path)
        while FileStatus(resolving: place.string) == nil {
            let parent = place.removingLastComponent()
            guard !parent.isEmpty, parent != place else { break }
            place = parent
        }
        guard FileStatus(resolving: place.string)?.kind == .folder else {
            throw SystemError(errno: .notDirectory, operation: "use the folder", subject: place.string)
        }
        try retrying("write into", place.string) { access(place.string, W_OK | X_OK) }
        try probe(place.string)
    }

    /// Makes what has no name, or is removed at once: permissions tell nothing of /proc and the like, where nothing can be made.
    private static func probe(_ path: String) throws(SystemError) {
        let unnamed = Glibc.open(path, unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        if unnamed >= 0 {
            close(unnamed)
            return
        }
        if [ENOSPC, EDQUOT].contains(Glibc.errno) { return }
        // File systems that cannot make such files.
        guard let name = strdup(path + "/.probe-XXXXXX") else { return }
        defer { free(name) }
        if mkdtemp(name) != nil {
            rmdir(name)
        } else if ![ENOSPC, EDQUOT].contains(Glibc.errno) {
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "write into", subject: path)
        }
    }

    /// `O_TMPFILE`, which is no constant that Swift sees.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// Opens a file or folder beneath this one; no component may be a symbolic link.
    package borrowing func open(
        _ relativePath: String, flags: Int32 = O_RDONLY, mode: UInt32 = 0o600
    ) throws(SystemError) -> OwnedDescriptor {
        let number = descriptor.rawValue
        let result = try retrying("open", path + "/" + relativePath) {
            ba_openat_beneath(number, relativePath, flags, mode, true)
        }
        return OwnedDescriptor(taking: result)
    }

    /// Opens the folder at `relativePath` beneath this one.
    package borrowing func folder(_ relativePath: String) throws(SystemError) -> Directory {
        Directory(
            descriptor: try open(relativePath, flags: O_RDONLY | O_DIRECTORY), path: path + "/" + relativePath)
    }

    /// Makes one folder; `true` when it was made, `false` when a folder stood there already.
    @discardableResult
    package borrowing func makeFolder(_ relativePath: String, mode: UInt32 = 0o700) throws(SystemError) -> Bool {
        let subject = path + "/" + relativePath
        return try withParent(of: relativePath) { (parent, name) throws(SystemError) in
            if mkdirat(parent, name, mode) == 0 { return true }
            if Glibc.errno == EEXIST { return false }
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "make the folder", subject: subject)
        }
    }

    /// Renames within this folder, over what stands at `newPath` unless `replacing` is false.
    package borrowing func rename(
        _ relativePath: String, to newPath: String, replacing: Bool = true
    ) throws(SystemError) {
        let subject = path + "/" + relativePath
        try withParent(of: relativePath) { (parent, name) throws(SystemError) in
            try withParent(of: newPath) { (newParent, newName) throws(SystemError) in
                _ = try retrying("rename to \(newPath)", subject) {
                    ba_renameat2(parent, name, newParent, newName, replacing ? 0 : 1)
                }
            }
        }
    }

    /// Moves what stands at a path here to a path in another folder of the same file system, where nothing may stand yet.
    package borrowing func move(
        _ relativePath: String, to newPath: String, in other: borrowing Directory
    ) throws(SystemError) {
        let subject = path + "/" + relativePath
        let goal = other.path + "/" + newPath
        try withParent(of: relativePath) { (parent, name) throws(SystemError) in
            try other.withParent(of: newPath) { (newParent, newName) throws(SystemError) in
                _ = try retrying("move to \(goal)", subject) { ba_renameat2(parent, name, newParent, newName, 1) }
            }
        }
    }

    /// Removes one file; not an error when it is gone already.
    package borrowing func removeFile(_ relativePath: String) throws(SystemError) {
        let subject = path + "/" + relativePath
        try withParent(of: relativePath) { (parent, name) throws(SystemError) in
            if unlinkat(parent, name, 0) != 0, Glibc.errno != ENOENT {
                throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "remove", subject: subject)
            }
        }
    }

    /// Removes a file, or a folder with all that is in it, following no symbolic link; not an error when it is gone.
    package borrowing func removeTree(_ relativePath: String) throws(SystemError) {
        let subject = path + "/" + relativePath
        do throws(SystemError) {
            try withParent(of: relativePath) { (parent, name) throws(SystemError) in
                var removal = TreeRemoval(of: name, in: parent, path: subject)
                try removal.run()
            }
        } catch  where error.errno == .noSuchFileOrDirectory {
            // Nor are the folders above it there.
        }
    }

    /// The names in this folder, without `.` and `..`, in byte order.
    package borrowing func names() throws(SystemError) -> [String] {
        let copy = try OwnedDescriptor(
            checking: openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list", path)
        let number = copy.release()
        guard let stream = fdopendir(number) else {
            let code = Errno(rawValue: Glibc.errno)
            close(number)
            throw SystemError(errno: code, operation: "list", subject: path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether anything stands at `relativePath` (a broken symbolic link counts).
    package borrowing func exists(_ relativePath: String) -> Bool {
        do throws(SystemError) {
            return try withParent(of: relativePath) { (parent, name) throws(SystemError) in
                faccessat(parent, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
            }
        } catch { return false }
    }

    /// Calls `body` with the folder that the last component of a path stands in, and that component.
    private borrowing func withParent<Result>(
        of relativePath: String, _ body: (Int32, String) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        guard let slash = relativePath.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return try body(descriptor.rawValue, relativePath)
        }
        let parent = try folder(String(relativePath[..<slash]))
        return try body(parent.descriptor.rawValue, String(relativePath[relativePath.utf8.index(after: slash)...]))
    }

    /// Writes the names in this folder to disk, so that a rename or a new file survives a power loss.
    package borrowing func synchronize() throws(SystemError) {
        let number = descriptor.rawValue
        try retrying("sync", path) { fsync(number) }
    }
}
