// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// The generations of an app's namespace, as the service keeps them in the folder of the app's packs.
///
/// `namespaces/<generation>` is written whole and never changed; `namespace` is a hard link to the newest. A generation
/// without readers has no lock on it, and can be removed.
package enum NamespaceFolder {
    /// What readers open.
    package static let currentName = "namespace"
    /// The folder of all generations that a reader may still have.
    package static let generationsName = "namespaces"

    /// Writes a generation and makes it the newest, durably and at once.
    ///
    /// - Throws: `system`, also when that generation exists.
    package static func publish(
        _ writer: NamespaceWriter, in folder: borrowing Directory
    ) throws(NamespaceError) {
        let name = "\(generationsName)/\(writer.generation)"
        let subject = folder.path + "/" + name
        let temporary = "\(generationsName)/.\(writer.generation)"
        let link = ".\(currentName)"
        do throws(SystemError) {
            try folder.makeFolder(generationsName)
            try folder.removeTree(temporary)
            let file = try folder.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try writer.write(to: file, subject: subject)
            let number = file.rawValue
            try retrying("sync", subject) { fsync(number) }
            try folder.rename(temporary, to: name, replacing: false)
            try folder.folder(generationsName).synchronize()
            try folder.removeTree(link)
            let descriptor = folder.descriptor.rawValue
            try retrying("link", subject) { linkat(descriptor, name, descriptor, link, 0) }
            try folder.rename(link, to: currentName)
            try folder.synchronize()
        } catch { throw .system(error) }
    }

    /// The generations that are there, oldest first.
    package static func generations(in folder: borrowing Directory) throws(NamespaceError) -> [UInt64] {
        guard folder.exists(generationsName) else { return [] }
        do throws(SystemError) {
            return try folder.folder(generationsName).names().compactMap { UInt64($0) }.sorted()
        } catch { throw .system(error) }
    }

    /// Removes generations that no process has pinned, except the newest, and answers what the rest names: these
    /// versions must stay.
    ///
    /// A generation that cannot be read keeps everything: the answer is then nil.
    package static func removeUnpinned(in folder: borrowing Directory) throws(NamespaceError) -> Set<PinnedVersion>? {
        var pinned: Set<PinnedVersion>? = []
        let generations = try generations(in: folder)
        for generation in generations {
            let name = "\(generationsName)/\(generation)"
            do throws(SystemError) {
                let file = try folder.open(name)
                let number = file.rawValue
                if generation != generations.last, flock(number, LOCK_EX | LOCK_NB) == 0 {
                    // A reader that opened it before and locks it after this sees that another one stands at
                    // `namespace`, and opens that.
                    try folder.removeTree(name)
                    continue
                }
                let bytes = try file.readAll(limit: 1 << 30, subject: folder.path + "/" + name)
                do throws(NamespaceError) {
                    for pack in try Namespace(bytes: bytes, path: folder.path + "/" + name).packs() {
                        pinned?.insert(PinnedVersion(packID: pack.id, version: pack.version))
                    }
                } catch { pinned = nil }
            } catch { throw .system(error) }
        }
        return pinned
    }

    /// A version of a pack that a generation names.
    package struct PinnedVersion: Hashable, Sendable {
        package let packID: String
        package let version: Int

        package init(packID: String, version: Int) {
            self.packID = packID
            self.version = version
        }
    }
}
