// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Notices that the service's root has been removed, or moved elsewhere: without its lock in its place another service may
/// take that place, and this one works on files that nobody sees.
package struct RootWatch: Sendable {
    private let root: String
    private let lockPath: String
    private let device: UInt64
    private let inode: UInt64

    /// Watches the root whose lock stands in its place now; nil when none does.
    package init?(_ location: ServiceLocation) {
        guard let status = FileStatus(path: location.lockPath) else { return nil }
        root = location.root
        lockPath = location.lockPath
        device = status.device
        inode = status.inode
    }

    /// Whether the lock stands in its place no more.
    package var isGone: Bool {
        guard let status = FileStatus(path: lockPath) else { return true }
        return status.device != device || status.inode != inode
    }

    /// Returns when the root is gone, or the task is cancelled. Costs nothing until then.
    ///
    /// - Throws: when it cannot be watched.
    package func waitForRemoval() async throws(SystemError) {
        let events: AsyncStream<Void>
        do throws(SystemError) {
            events = try DescriptorEvents.stream(
                ofFolder: root, mask: IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
        } catch {
            // What is gone already cannot be watched.
            if isGone { return }
            throw error
        }
        if isGone { return }
        for await _ in events where isGone { return }
    }
}
