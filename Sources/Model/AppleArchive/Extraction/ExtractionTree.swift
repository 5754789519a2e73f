// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The folder that an extraction writes beneath, and a record of what it has made there.
///
/// Every call goes through a descriptor of the root or of a folder beneath it and follows no symbolic link.
final class ExtractionTree {
    private let root: Directory
    /// Where to remove the root, when it was made here.
    private let parent: Directory?
    private let name: String
    private let ownsRoot: Bool
    /// What was made in folders that stood before, so that removing these removes everything.
    private var made: [String] = []
    /// Folders made here: what lies in them goes with them.
    private var madeFolders: Set<String> = []
    /// The folder that the last entry went into, and the folder itself.
    private var currentPath: String?
    private var current: Directory?
    /// The file that is being written; -1 when none is.
    private var file: Int32 = -1
    /// What large files are written with, when that is to be past the page cache.
    private let directWriter: DirectWriter?
    /// Whether it writes the open file.
    private var isDirect = false

    init(root: consuming Directory, writesDirectly: Bool) {
        self.root = root
        directWriter = writesDirectly ? DirectWriter() : nil
        parent = nil
        name = ""
        ownsRoot = false
    }

    init(creating name: String, in parent: borrowing Directory, writesDirectly: Bool) throws(ArchiveError) {
        directWriter = writesDirectly ? DirectWriter() : nil
        do throws(SystemError) {
            guard try parent.makeFolder(name) else {
                throw SystemError(errno: .fileExists, operation: "make the folder", subject: parent.path + "/" + name)
            }
            root = try parent.folder(name)
            self.parent = Directory(descriptor: try parent.descriptor.duplicate(), path: parent.path)
        } catch {
            throw .system(error)
        }
        self.name = name
        ownsRoot = true
    }

    deinit { if file >= 0 { close(file) } }

    // MARK: Making

    /// Makes a folder, or takes the one that stands.
    func makeFolder(_ path: String, mode: UInt16?) throws(ArchiveError) {
        if madeFolders.contains(path) { return }
        try enter(EntryPath.parent(path))
        try addFolder(path, mode: Self.folderMode(mode))
    }

    func makeLink(_ path: String, to target: String) throws(ArchiveError) {
        try enter(EntryPath.parent(path))
        let result = symlinkat(target, currentDescriptor, EntryPath.name(path))
        guard result == 0 else { throw failure("make the link", path) }
        note(path)
    }

    /// Makes a file and leaves it open for `write`.
    func makeFile(_ path: String, mode: UInt16?, size: UInt64) throws(ArchiveError) {
        try enter(EntryPath.parent(path))
        let mode = UInt32(mode ?? 0o644) & 0o755 | 0o600
        try open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode)
        note(path)
        try beginDirect(path, size: size, offset: 0)
    }

    /// Opens a file of `size` bytes that an earlier run left unfinished, cuts it to `offset` bytes, and goes on behind
    /// them.
    func reopenFile(_ path: String, at offset: UInt64, size: UInt64) throws(ArchiveError) {
        try enter(EntryPath.parent(path))
        // Without O_NONBLOCK the call would wait if somebody had put a FIFO there.
        try open(path, flags: O_RDWR | O_NONBLOCK, mode: 0)
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("examine", path) }
        guard let length = Int64(exactly: offset), Int64(status.st_size) >= length, status.st_mode & S_IFMT == S_IFREG
        else {
            throw .sizeMismatch(path, declared: offset, actual: UInt64(max(0, status.st_size)))
        }
        guard ftruncate(file, Int(length)) == 0, lseek(file, Int(length), SEEK_SET) == length else {
            throw failure("cut back", path)
        }
        try beginDirect(path, size: size, offset: length)
    }

    private func beginDirect(_ path: String, size: UInt64, offset: Int64) throws(ArchiveError) {
        isDirect = try directWriter?.begin(file, path, size: size, offset: offset) ?? false
    }

    func write(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(ArchiveError) {
        if isDirect, let directWriter {
            try directWriter.write(bytes, path)
        } else {
            try OutputFile.write(bytes, to: file, path)
        }
    }

    /// Hands all data of the open file to the file system.
    func flush(_ path: String) throws(ArchiveError) {
        if isDirect { try directWriter?.flush(path) }
    }

    func closeFile(_ path: String, modified: EntryTime?) throws(ArchiveError) {
        if isDirect { try directWriter?.finish(path) }
        isDirect = false
        if let modified {
            let nanoseconds = Int(min(modified.nanoseconds, 999_999_999))
            let times = [
                timespec(tv_sec: 0, tv_nsec: Self.omitTime),
                timespec(tv_sec: Int(modified.seconds), tv_nsec: nanoseconds),
            ]
            guard futimens(file, times) == 0 else { throw failure("set the time of", path) }
        }
        let number = file
        file = -1
        guard close(number) == 0 else { throw failure("close", path) }
    }

    // MARK: Removing

    /// Removes what was made, and the root where it was made here.
    func removeAll() throws(ArchiveError) {
        if file >= 0 { close(file) }
        file = -1
        current = nil
        currentPath = nil
        do throws(SystemError) {
            switch parent {
            case .some(let parent): try parent.removeTree(name)
            case .none:
                for path in made.reversed() {
                    let folder = EntryPath.parent(path)
                    if folder.isEmpty {
                        try root.removeTree(path)
                    } else {
                        try root.folder(folder).removeTree(EntryPath.name(path))
                    }
                }
            }
        } catch {
            throw .system(error)
        }
        made = []
        madeFolders = []
    }

    // MARK: Folders

    /// UTIME_OMIT, which Glibc's module does not show: leaves a time as it is.
    private static var omitTime: Int { (1 << 30) - 2 }

    private static func folderMode(_ mode: UInt16?) -> UInt32 { UInt32(mode ?? 0o755) & 0o755 | 0o700 }

    private var currentDescriptor: Int32 {
        switch current {
        case .some(let folder): folder.descriptor.rawValue
        case .none: root.descriptor.rawValue
        }
    }

    /// Makes `folder` current, and makes it and those above it when they are missing.
    private func enter(_ folder: String) throws(ArchiveError) {
        if folder.isEmpty {
            current = nil
            currentPath = nil
            return
        }
        if folder == currentPath { return }
        do throws(SystemError) {
            current = try root.folder(folder)
        } catch  where error.errno == .noSuchFileOrDirectory {
            try enter(EntryPath.parent(folder))
            try addFolder(folder, mode: Self.folderMode(nil))
            do throws(SystemError) { current = try root.folder(folder) } catch { throw .system(error) }
        } catch  where error.errno == .tooManySymbolicLinkLevels || error.errno == .notDirectory {
            throw .parentIsNoFolder(folder)
        } catch {
            throw .system(error)
        }
        currentPath = folder
    }

    /// Makes a folder in the current one.
    private func addFolder(_ path: String, mode: UInt32) throws(ArchiveError) {
        let name = EntryPath.name(path)
        if mkdirat(currentDescriptor, name, mode) == 0 {
            note(path)
            madeFolders.insert(path)
            return
        }
        guard errno == EEXIST else { throw failure("make the folder", path) }
        var status = stat()
        guard fstatat(currentDescriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw failure("examine", path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .duplicateEntry(path) }
    }

    /// Opens a file in the current folder.
    private func open(_ path: String, flags: Int32, mode: UInt32) throws(ArchiveError) {
        let number = openat(currentDescriptor, EntryPath.name(path), flags | O_NOFOLLOW | O_CLOEXEC, mode)
        guard number >= 0 else {
            guard errno != EEXIST else { throw .duplicateEntry(path) }
            throw failure("open", path)
        }
        file = number
    }

    private func note(_ path: String) {
        // The root goes whole when it was made here.
        if !ownsRoot, !madeFolders.contains(EntryPath.parent(path)) { made.append(path) }
    }

    private func failure(_ operation: String, _ path: String) -> ArchiveError {
        .system(SystemError(errno: Errno(rawValue: errno), operation: operation, subject: root.path + "/" + path))
    }
}
