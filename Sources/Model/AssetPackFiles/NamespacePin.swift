// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// An open generation of a namespace that the service must not take away: a shared lock on its file.
///
/// While any process holds one, the service keeps every pack version that this generation names. Closing the
/// descriptor (also by the end of the process) lets go of it.
package struct NamespacePin: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor
    /// For messages.
    package let path: String

    /// Opens and locks what stands as `namespace` in the folder of an app's packs.
    ///
    /// - Throws: `missing`, `busy`, `system`.
    package init(in folder: borrowing Directory) throws(NamespaceError) {
        path = folder.path + "/" + NamespaceFolder.currentName
        descriptor = try Self.lockCurrent(in: folder, path: path)
    }

    // Assigned in a loop, a property that cannot be copied was taken for one that is replaced: what the memory held before
    // was closed as a descriptor.
    private static func lockCurrent(
        in folder: borrowing Directory, path: String
    ) throws(NamespaceError) -> OwnedDescriptor {
        // The generation may be replaced, and then removed, between open and lock: what was locked must be what stands
        // there after that.
        for _ in 0..<64 {
            let descriptor: OwnedDescriptor
            do throws(SystemError) {
                descriptor = try folder.open(NamespaceFolder.currentName)
            } catch {
                if !folder.exists(NamespaceFolder.currentName) { throw .missing(file: path) }
                throw .system(error)
            }
            let number = descriptor.rawValue
            do throws(SystemError) {
                var isLocked = true
                try retrying("lock", path) {
                    let result = flock(number, LOCK_SH | LOCK_NB)
                    isLocked = result == 0 || errno != EWOULDBLOCK
                    return isLocked ? result : 0
                }
                guard isLocked else {
                    sched_yield()
                    continue
                }
                let locked = try descriptor.status(subject: path)
                var now = stat()
                if fstatat(folder.descriptor.rawValue, NamespaceFolder.currentName, &now, AT_SYMLINK_NOFOLLOW) == 0,
                    FileStatus(now).identity == locked.identity
                {
                    return descriptor
                }
            } catch { throw .system(error) }
        }
        throw .busy(file: path)
    }
}
