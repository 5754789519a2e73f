// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

/// A file that appears whole under its name or not at all: written under a temporary name beside it, then renamed.
///
/// What is not committed is removed when the value goes out of use.
package final class OutputFile {
    /// Where the file will stand.
    package let path: String
    private let temporaryPath: String
    private let descriptor: OwnedDescriptor
    private var isCommitted = false
    /// Bytes written so far.
    package private(set) var size: UInt64 = 0

    package init(_ path: String) throws(PackagingError) {
        let target: OutputPath
        do {
            target = try OutputPath(path)
        } catch {
            throw .tool(error)
        }
        self.path = target.path
        let slash = target.path.lastIndex(of: "/")
        let folder = slash.map { String(target.path[...$0]) } ?? ""
        Unfinished.remove(in: folder)
        temporaryPath = folder + Unfinished.newName()
        let number = Glibc.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        do {
            descriptor = try OwnedDescriptor(checking: number, "create", path)
            // Where a file system knows no locks, only the process's number tells that the file is in use.
            _ = flock(number, LOCK_EX | LOCK_NB)
            // Who may read what is replaced may read what replaces it, and nobody else.
            if let permissions = target.permissions {
                try retrying("set the mode of", path) { fchmod(number, permissions & 0o777) }
            }
        } catch {
            throw .system(error)
        }
    }

    deinit { if !isCommitted { unlink(temporaryPath) } }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(PackagingError) {
        var written = 0
        let number = descriptor.rawValue
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            do {
                written += try retrying("write", path) { Glibc.write(number, rest.baseAddress, rest.count) }
            } catch {
                throw .system(error)
            }
        }
        size += UInt64(bytes.count)
    }

    package func write(_ bytes: [UInt8]) throws(PackagingError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result<Void, PackagingError> { () throws(PackagingError) in try write(buffer) }
        }
        try result.get()
    }

    /// Puts the file under its name, in place of what stood there, once its bytes are on disk.
    package func commit() throws(PackagingError) {
        let number = descriptor.rawValue
        do {
            try retrying("sync", path) { fsync(number) }
            try retrying("create", path) { rename(temporaryPath, path) }
            isCommitted = true
            // The name, too.
            let folder = FilePath(path).removingLastComponent().string
            let parent = try OwnedDescriptor(
                checking: open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open the folder",
                folder)
            let place = parent.rawValue
            try retrying("sync", folder) { fsync(place) }
        } catch {
            throw .system(error)
        }
    }

    /// Writes a whole small file.
    package static func write(_ bytes: [UInt8], to path: String) throws(PackagingError) {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }
}
