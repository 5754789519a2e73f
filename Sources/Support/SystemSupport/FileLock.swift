// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage

/// A lock of the kernel's on a file (`flock`): one open file has it at a time, and it ends with that, however its process ends.
package struct FileLock: ~Copyable, Sendable {
    private let file: OwnedDescriptor

    private init(file: consuming OwnedDescriptor) { self.file = file }

    /// Takes the lock on a file, unless somebody else has it.
    ///
    /// - `creating`: makes the file when there is none.
    /// - Returns: nil when somebody else has it, or the file was removed in the meantime.
    package static func take(
        _ name: String, in folder: borrowing Directory, creating: Bool
    ) throws(SystemError) -> FileLock? {
        let subject = folder.path + "/" + name
        return try take(folder.open(name, flags: creating ? O_RDONLY | O_CREAT : O_RDONLY), subject: subject)
    }

    /// Takes the lock on a file that is there, whose folder may not be looked into.
    ///
    /// - Returns: nil when somebody else has it, or the file was removed in the meantime.
    package static func take(atPath path: String) throws(SystemError) -> FileLock? {
        try take(
            OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "open", path), subject: path)
    }

    private static func take(
        _ file: consuming OwnedDescriptor, subject: String
    ) throws(SystemError) -> FileLock? {
        let number = file.rawValue
        do throws(SystemError) {
            try retrying("lock", subject) { flock(number, LOCK_EX | LOCK_NB) }
        } catch {
            guard error.errno == .wouldBlock else { throw error }
            return nil
        }
        // A lock on what is no longer there keeps nobody out.
        guard try file.status(subject: subject).linkCount > 0 else { return nil }
        return FileLock(file: file)
    }
}
