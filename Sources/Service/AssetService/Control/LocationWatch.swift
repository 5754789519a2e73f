// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Notices that the service's root or its socket has been removed, or moved elsewhere: without its lock in its place another
/// service may take that place, and this one works on files that nobody sees; without its socket nobody reaches it.
///
/// The folder of the socket goes when a person logs out, as a rule.
package struct LocationWatch: Sendable {
    private let location: ServiceLocation
    private let files: [PlacedFile?]

    /// Watches what stands in its place now.
    ///
    /// - `hasSocket`: whether the socket is the service's own; one of systemd may lie elsewhere.
    package init(_ location: ServiceLocation, hasSocket: Bool) {
        self.location = location
        let layout = StoreLayout(root: location.root)
        var paths = [location.lockPath, layout.database, layout.apps]
        if hasSocket || FileStatus(path: location.socketPath) != nil { paths.append(location.socketPath) }
        files = paths.map { PlacedFile(path: $0) }
    }

    /// Whether the lock, the socket, the database or the folder of the apps stands in its place no more.
    package var isGone: Bool { !files.allSatisfy { $0?.isThere ?? false } }

    /// Returns when that is so, or the task is cancelled. Costs nothing until then.
    ///
    /// - Throws: when it cannot be watched.
    package func waitForRemoval() async throws(SystemError) {
        let events: AsyncStream<Void>
        do throws(SystemError) { events = try DescriptorEvents.stream(of: folders) } catch {
            // What is gone already cannot be watched.
            if isGone { return }
            throw error
        }
        if isGone { return }
        for await _ in events where isGone { return }
    }

    /// The folders that hold them, and those above, which may be moved with all that is below.
    private var folders: [DescriptorEvents.WatchedFolder] {
        let held = Set([location.root, location.runtime])
        var folders = held.map {
            DescriptorEvents.WatchedFolder(
                path: $0, mask: IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
        }
        var above: Set<String> = []
        for folder in held {
            var parts = folder.split(separator: "/").dropLast()
            while !parts.isEmpty {
                above.insert("/" + parts.joined(separator: "/"))
                parts = parts.dropLast()
            }
        }
        for path in above.subtracting(held) {
            folders.append(.init(path: path, mask: IN_MOVE_SELF, isOptional: true))
        }
        return folders
    }
}
