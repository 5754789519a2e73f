// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport

/// The container that an app and its extension share.
struct AppGroupFolder: Sendable {
    let layout: StoreLayout
    let groupID: String

    private static let cacheTag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # This file is a cache directory tag; backups leave this folder out. See https://bford.info/cachedir/

        """

    /// Makes the container with its caches folder, which backups leave out.
    func prepare() throws(ServiceError) {
        do throws(SystemError) {
            let caches = try Directory(creating: layout.group(groupID) + "/Library/Caches")
            if !caches.exists("CACHEDIR.TAG") {
                try caches.writeAtomically(Array(Self.cacheTag.utf8), to: "CACHEDIR.TAG", mode: 0o600)
            }
        } catch { throw ServiceError(system: error) }
    }

    /// Removes the container when it holds nothing but what `prepare` makes.
    func removeIfUnused() throws(ServiceError) {
        do throws(SystemError) {
            let groups = try Directory(opening: layout.groups)
            guard groups.exists(groupID) else { return }
            let group = try groups.folder(groupID)
            guard try group.names() == ["Library"], try group.folder("Library").names() == ["Caches"],
                try group.folder("Library/Caches").names() == ["CACHEDIR.TAG"]
            else { return }
            try groups.removeTree(groupID)
        } catch { throw ServiceError(system: error) }
    }

    func remove() throws(ServiceError) {
        do throws(SystemError) { try Directory(opening: layout.groups).removeTree(groupID) } catch {
            throw ServiceError(system: error)
        }
    }
}
