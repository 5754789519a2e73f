// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage

/// What a path leads to, opened once: wherever the path leads later, this is what has been looked at.
package final class OpenedPath: Sendable {
    /// Absolute.
    package let path: String
    /// For looking at it and naming it to the kernel (`O_PATH`), and not for reading.
    package let handle: OwnedDescriptor
    package let kind: FileStatus.Kind

    /// Follows links, but for those of the kernel's that lead each process elsewhere (`/proc/self/cwd`), for which `ELOOP` is
    /// thrown.
    ///
    /// - `isFolder`: whether nothing else will do.
    package init(_ path: String, isFolder: Bool = false) throws(SystemError) {
        handle = OwnedDescriptor(taking: try retrying("open", path) { ba_open_for_looking(path, isFolder) })
        self.path = path
        kind = try handle.status(subject: path).kind
    }

    /// Opens it, and nothing else, for reading.
    package func openForReading() throws(SystemError) -> OwnedDescriptor {
        try OwnedDescriptor(
            checking: open("/proc/self/fd/\(handle.rawValue)", O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path)
    }

    /// Whether it is a folder that holds a file of this name; a link is none.
    package func holdsFile(_ name: String) -> Bool {
        var value = stat()
        guard fstatat(handle.rawValue, name, &value, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        return FileStatus(value).kind == .file
    }
}
