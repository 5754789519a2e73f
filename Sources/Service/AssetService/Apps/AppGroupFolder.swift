// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// The container that an app and its extension share.
struct AppGroupFolder: Sendable {
    let layout: StoreLayout
    let groupID: String

    /// What may be removed when the disk runs short, if it was fetched and has not changed.
    var caches: PurgeablePlace { PurgeablePlace(anchor: layout.groups, path: groupID + "/Library/Caches") }

    /// Makes the container with its caches folder. One that is made anew is marked with when its app was put on record.
    func prepare(addedAt: Double) throws(ServiceError) {
        do throws(SystemError) { if try makeFolders() { try mark(addedAt) } } catch {
            throw ServiceError(system: error)
        }
    }

    private static let addedAttribute = "user.background-assets.added"

    private func mark(_ addedAt: Double) throws(SystemError) {
        let folder = try Directory(opening: layout.groups).folder(groupID)
        do throws(SystemError) {
            try folder.descriptor.setAttribute(Self.addedAttribute, to: "\(addedAt)", subject: groupID)
        } catch {
            // Where no attributes are kept, what an installation leaves that is called off is kept, too.
            guard error.errno == .notSupported else { throw error }
        }
    }

    /// Whether the container was made since an app was put on record: nothing in it is from before.
    func isNew(since addedAt: Double) -> Bool {
        guard let folder = try? Directory(opening: layout.groups).folder(groupID) else { return false }
        return folder.descriptor.attribute(Self.addedAttribute) == "\(addedAt)"
    }

    /// Marks the caches folder, so that backups leave it out. What the app has put in the mark's place stays.
    func markCaches() throws(SystemError) { try CacheTag.put(into: caches.open()) }

    /// One beneath the other: apps write there, and a link that one has put in the way leads nowhere.
    ///
    /// - Returns: whether there was no container before.
    private func makeFolders() throws(SystemError) -> Bool {
        let groups = try Directory(opening: layout.groups)
        var isNew = false
        for folder in ["", "/Library", "/Library/Caches"] {
            let path = groupID + folder
            if try groups.makeFolder(path) {
                if folder.isEmpty { isNew = true }
                continue
            }
            do throws(SystemError) { _ = try groups.folder(path) } catch {
                // What an app has put in a folder's place is moved aside: it is the app's, and in its own way.
                guard error.isNoFolder else { throw error }
                try groups.rename(path, to: Self.freeName(beside: path, in: groups))
                try groups.makeFolder(path)
            }
        }
        return isNew
    }

    static let displacedSuffix = ".displaced"
    /// Things of one name that are kept aside; the last one gives way to another.
    private static let largestDisplacedCount = 100

    private static func freeName(beside path: String, in groups: borrowing Directory) -> String {
        let names = [path + displacedSuffix] + (2...largestDisplacedCount).map { "\(path)\(displacedSuffix)-\($0)" }
        return names.first { !groups.exists($0) } ?? names[names.count - 1]
    }

    /// Removes the container when it holds nothing but what `prepare` and `markCaches` make, or a part of that.
    func removeIfUnused() throws(ServiceError) {
        do throws(SystemError) {
            let groups = try Directory(opening: layout.groups)
            guard groups.exists(groupID) else { return }
            for (folder, content) in [("", "Library"), ("/Library", "Caches"), ("/Library/Caches", CacheTag.name)] {
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
