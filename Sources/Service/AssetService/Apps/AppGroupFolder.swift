// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceInterface
internal import SystemSupport

/// The container that an app and its extension share.
struct AppGroupFolder: Sendable {
    let layout: StoreLayout
    let groupID: String

    private static let signature = "Signature: 8a477f597d28d172789f06886806bc55"
    private static let cacheTag = """
        \(signature)
        # This file is a cache directory tag; backups leave this folder out. See https://bford.info/cachedir/

        """

    private static let tagName = "CACHEDIR.TAG"

    /// Makes the container with its caches folder.
    func prepare() throws(ServiceError) {
        do throws(SystemError) { _ = try Directory(creating: layout.group(groupID) + "/Library/Caches") } catch {
            throw ServiceError(system: error)
        }
    }

    /// Marks the caches folder, so that backups leave it out. What the app has put in the mark's place stays.
    func markCaches() throws(SystemError) {
        let caches = try Directory(opening: layout.group(groupID) + "/Library/Caches")
        let path = caches.path + "/" + Self.tagName
        if let status = FileStatus(path: path), status.kind != .file || status.size >= Self.signature.utf8.count {
            return
        }
        // In its place, and not beside it: a service that is killed leaves nothing here but a part of it.
        let file = try caches.open(Self.tagName, flags: O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
        let tag = Array(Self.cacheTag.utf8)
        let part = try file.readAll(limit: tag.count, subject: path)
        if tag.starts(with: part) { try file.writeAll(tag.dropFirst(part.count), subject: path) }
    }

    /// Removes the container when it holds nothing but what `prepare` and `markCaches` make, or a part of that.
    func removeIfUnused() throws(ServiceError) {
        do throws(SystemError) {
            let groups = try Directory(opening: layout.groups)
            guard groups.exists(groupID) else { return }
            for (folder, content) in [("", "Library"), ("/Library", "Caches"), ("/Library/Caches", Self.tagName)] {
                let names = try groups.folder(groupID + folder).names()
                guard names.allSatisfy({ $0 == content }) else { return }
                if names.isEmpty { break }
            }
            try groups.removeTree(groupID)
        } catch { throw ServiceError(system: error) }
    }

    func remove() throws(ServiceError) {
        do throws(SystemError) { try Directory(opening: layout.groups).removeTree(groupID) } catch {
            throw ServiceError(system: error)
        }
    }
}
