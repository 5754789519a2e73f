// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackFiles
internal import CSystemShims
internal import Glibc
internal import SystemSupport

/// The files of local packs: `packs/<bundle-id>/<pack-id>/<version>/Contents/…`, and the namespace over them.
///
/// A version appears whole or not at all: it is built elsewhere, synced, renamed to its place, and seen by readers only
/// with the next generation of the namespace. Calls for one app must come one after the other; the caller sees to that.
package struct PackContent: Sendable {
    /// A version of a pack that readers are to see.
    package struct Visible: Hashable, Sendable {
        package var packID: String
        package var version: Int
        package var language: String?
        package var isOutOfDate: Bool
        package var isObsolete: Bool

        package init(packID: String, version: Int, language: String?, isOutOfDate: Bool, isObsolete: Bool) {
            self.packID = packID
            self.version = version
            self.language = language
            self.isOutOfDate = isOutOfDate
            self.isObsolete = isObsolete
        }
    }

    private static let indexName = "index"
    private let packsPath: String

    /// - Parameter packsPath: absolute path of `packs`.
    package init(packsPath: String) { self.packsPath = packsPath }

    /// Absolute path of the folder of a version.
    package func path(bundleID: String, packID: String, version: Int) -> String {
        "\(folderPath(bundleID))/\(packID)/\(version)"
    }

    /// Absolute path of the folder of an app.
    func folderPath(_ bundleID: String) -> String { "\(packsPath)/\(bundleID)" }

    /// Moves a finished staging folder to its place, durably. A version that stands there already is replaced: no
    /// database record names it, so it is what an interrupted try left.
    ///
    /// - `files`: all that lies below `Contents`, for the namespace.
    package func install(
        stagedPath: String, bundleID: String, packID: String, version: Int, files: [NamespaceFile]
    ) throws(AssetStoreError) {
        try mapping { () throws(SystemError) in
            let staged = try Directory(opening: stagedPath)
            let index = PackIndex.encode(files)
            // What the archive may have there is not ours.
            try staged.removeTree(Self.indexName)
            let file = try staged.open(Self.indexName, flags: O_WRONLY | O_CREAT | O_EXCL)
            try file.writeAll(index, subject: stagedPath + "/" + Self.indexName)
            let number = staged.descriptor.rawValue
            try retrying("sync", stagedPath) { ba_syncfs(number) }
            let pack = try Directory(creating: "\(packsPath)/\(bundleID)/\(packID)")
            try pack.removeTree("\(version)")
            let target = pack.descriptor.rawValue
            try retrying("move to \(pack.path)/\(version)", stagedPath) {
                ba_renameat2(AT_FDCWD, stagedPath, target, "\(version)", 1)
            }
            try pack.synchronize()
        }
    }

    /// Shows readers exactly these versions from now on.
    ///
    /// - Returns: packs whose files are gone or whose list is damaged: they are not shown, and must be fetched again.
    package func publish(_ visible: [Visible], bundleID: String) throws(AssetStoreError) -> [String] {
        var damaged: [String] = []
        do {
            let folder = try Directory(creating: folderPath(bundleID))
            let next = (try NamespaceFolder.generations(in: folder).last ?? 0) + 1
            var writer = NamespaceWriter(generation: next)
            for pack in visible.sorted(by: { $0.packID < $1.packID }) {
                var flags: NamespacePack.Flags = []
                if pack.isOutOfDate { flags.insert(.outOfDate) }
                if pack.isObsolete { flags.insert(.obsolete) }
                guard let files = try files(in: folder, packID: pack.packID, version: pack.version) else {
                    damaged.append(pack.packID)
                    continue
                }
                try writer.add(
                    NamespacePack(id: pack.packID, version: pack.version, language: pack.language, flags: flags),
                    files: files)
            }
            try NamespaceFolder.publish(writer, in: folder)
            return damaged
        } catch let error as SystemError {
            throw .files("\(error)", outOfSpace: error.isOutOfSpace)
        } catch { throw .files("the namespace of \(bundleID) cannot be written: \(error)", outOfSpace: false) }
    }

    /// Whether readers see exactly these versions, with these flags, already. A namespace that cannot be read is not
    /// what they are to see.
    package func isPublished(_ visible: [Visible], bundleID: String) -> Bool {
        let packs: [NamespacePack]
        do throws(AssetStoreError) {
            packs = try newest(bundleID) { (namespace) throws(NamespaceError) in try namespace.packs() } ?? []
        } catch { return false }
        let seen = packs.map { pack in
            Visible(
                packID: pack.id, version: pack.version, language: pack.language,
                isOutOfDate: pack.flags.contains(.outOfDate), isObsolete: pack.flags.contains(.obsolete))
        }
        return Set(seen) == Set(visible)
    }

    /// Whether readers see exactly these versions, their lists of files are there, and there is no other version.
    package func isInLine(_ visible: [Visible], bundleID: String) -> Bool {
        let path = folderPath(bundleID)
        guard FileStatus(path: path) != nil else { return visible.isEmpty }
        guard isPublished(visible, bundleID: bundleID) else { return false }
        let versions = Dictionary(visible.map { ($0.packID, $0.version) }) { first, _ in first }
        do throws(SystemError) {
            let folder = try Directory(opening: path)
            let packIDs = try folder.names().filter(Self.isPack)
            guard packIDs.count == versions.count else { return false }
            for packID in packIDs {
                guard let version = versions[packID], try folder.folder(packID).names() == ["\(version)"],
                    try files(in: folder, packID: packID, version: version) != nil
                else { return false }
            }
            return true
        } catch { return false }
    }

    /// Whether a name in the folder of an app is that of a pack.
    private static func isPack(_ name: String) -> Bool {
        name != NamespaceFolder.currentName && name != NamespaceFolder.generationsName && !name.hasPrefix(".")
    }

    /// What a path stands for in the newest namespace: of all packs, of one, or of those in one language.
    package func find(
        _ path: String, packID: String?, language: String?, bundleID: String
    ) throws(AssetStoreError) -> (entry: NamespaceEntry, pack: NamespacePack)? {
        try newest(bundleID) { (namespace) throws(NamespaceError) in
            let entry: NamespaceEntry? =
                if let packID { try namespace.lookup(path, packID: packID) } else if let language {
                    try namespace.lookup(path, language: language)
                } else { try namespace.lookup(path) }
            guard let entry else { return nil }
            return (entry, try namespace.pack(at: entry.packIndex))
        }
    }

    /// A file that two packs hold, of which readers see the first one's.
    package struct Collision: Equatable, Sendable {
        package var path: String
        package var seen: String
        package var hidden: String
    }

    /// The first of the files that local packs share, at most `limit`. Packs in several languages may share theirs.
    package func collisions(
        among visible: [Visible], bundleID: String, limit: Int
    ) throws(AssetStoreError) -> [Collision] {
        var holders: [String: Visible] = [:]
        var collisions: [Collision] = []
        let path = folderPath(bundleID)
        guard FileStatus(path: path) != nil else { return [] }
        do throws(SystemError) {
            let folder = try Directory(opening: path)
            for pack in visible.sorted(by: { $0.packID < $1.packID }) {
                for file in try files(in: folder, packID: pack.packID, version: pack.version) ?? []
                where file.mode & NamespaceMode.kindMask == NamespaceMode.file {
                    guard let holder = holders[file.path] else {
                        holders[file.path] = pack
                        continue
                    }
                    if holder.language != nil, pack.language != nil, holder.language != pack.language { continue }
                    collisions.append(Collision(path: file.path, seen: holder.packID, hidden: pack.packID))
                    if collisions.count == limit { return collisions }
                }
            }
        } catch { throw .files("\(error)", outOfSpace: false) }
        return collisions
    }

    /// Reads the newest namespace; nil when there is none yet.
    private func newest<Value>(
        _ bundleID: String, _ body: (Namespace) throws(NamespaceError) -> Value?
    ) throws(AssetStoreError) -> Value? {
        let path = folderPath(bundleID)
        guard FileStatus(path: path) != nil else { return nil }
        do { return try body(Namespace(in: Directory(opening: path))) } catch NamespaceError.missing {
            return nil
        } catch { throw .files("the namespace of \(bundleID) cannot be read: \(error)", outOfSpace: false) }
    }

    /// Removes versions that no reader and no record names any more.
    ///
    /// - `keeping`: the versions on record, by pack ID.
    package func collect(bundleID: String, keeping: [String: Int]) throws(AssetStoreError) {
        do {
            let folder = try Directory(creating: folderPath(bundleID))
            guard let pinned = try NamespaceFolder.removeUnpinned(in: folder) else { return }
            for packID in try folder.names() where Self.isPack(packID) {
                let pack = try folder.folder(packID)
                for name in try pack.names() {
                    guard let version = Int(name), keeping[packID] != version,
                        !pinned.contains(.init(packID: packID, version: version))
                    else { continue }
                    // Out of sight first: a reader that comes late finds the version whole or not at all.
                    try pack.rename(name, to: ".removed-\(name)")
                    try pack.removeTree(".removed-\(name)")
                }
                for name in try pack.names() where name.hasPrefix(".removed-") { try pack.removeTree(name) }
                if try pack.names().isEmpty { try folder.removeTree(packID) }
            }
        } catch let error as SystemError {
            throw .files("\(error)", outOfSpace: error.isOutOfSpace)
        } catch { throw .files("old packs of \(bundleID) cannot be removed: \(error)", outOfSpace: false) }
    }

    /// Removes all packs of an app.
    package func removeAll(bundleID: String) throws(AssetStoreError) {
        try mapping { () throws(SystemError) in
            guard FileStatus(path: packsPath) != nil else { return }
            try Directory(opening: packsPath).removeTree(bundleID)
        }
    }

    /// The list of a version's files, from the folder of its app; nil when it is missing or damaged.
    func files(
        in folder: borrowing Directory, packID: String, version: Int
    ) throws(SystemError) -> [NamespaceFile]? {
        let name = "\(packID)/\(version)/\(Self.indexName)"
        guard folder.exists(name) else { return nil }
        return PackIndex.decode(try folder.open(name).readAll(limit: 512 << 20, subject: folder.path + "/" + name))
    }

    private func mapping(_ body: () throws(SystemError) -> Void) throws(AssetStoreError) {
        do throws(SystemError) { try body() } catch { throw .files("\(error)", outOfSpace: error.isOutOfSpace) }
    }
}
