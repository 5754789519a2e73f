// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The kernel's locks that keep all but one process of an app from its downloads: one file an app. Processes hold them, the
/// service only looks.
struct ControlLocks: Sendable {
    let layout: StoreLayout

    /// Whether no process has the lock of an app; its file is there after that.
    func isFree(_ bundleID: String) throws(SystemError) -> Bool {
        try FileLock.take(bundleID, in: Directory(opening: layout.locks), creating: true) != nil
    }

    func path(of bundleID: String) -> String { layout.locks + "/" + bundleID }

    /// Sees to it that the file of an app is there.
    func prepare(_ bundleID: String) throws(SystemError) {
        _ = try Directory(opening: layout.locks).open(bundleID, flags: O_RDONLY | O_CREAT)
    }

    /// Removes the file of an app that is gone. One that a process still has stays for the next app of the name: its lock must
    /// keep that out, too.
    func remove(_ bundleID: String) throws(SystemError) {
        let folder = try Directory(opening: layout.locks)
        guard folder.exists(bundleID),
            let lock = try FileLock.take(bundleID, in: folder, creating: false)
        else { return }
        try folder.removeFile(bundleID)
        _ = consume lock
    }
}
