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

    /// The folders that hold them, and those above, which may be moved with all that is below; and where one is reached
    /// over a symbolic link, the folder of that link, which may be made to lead elsewhere.
    private var folders: [DescriptorEvents.WatchedFolder] {
        var folders: [DescriptorEvents.WatchedFolder] = []
        for held in Set([location.root, location.runtime]) {
            folders.append(
                .init(path: held, mask: IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF))
            for path in Set(Self.above(held) + (Self.resolved(held).map(Self.above) ?? [])) {
                let isLink = FileStatus(path: path)?.kind == .symbolicLink
                folders.append(.init(path: path, mask: IN_MOVE_SELF, isOptional: true))
                if isLink {
                    folders.append(
                        .init(
                            path: Self.above(path).first ?? "/", mask: IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE,
                            isOptional: true))
                }
            }
        }
        return folders
    }

    /// The folders above one, the nearest first, without the topmost.
    private static func above(_ path: String) -> [String] {
        var parts = path.split(separator: "/").dropLast()
        var result: [String] = []
        while !parts.isEmpty {
            result.append("/" + parts.joined(separator: "/"))
            parts = parts.dropLast()
        }
        return result
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
