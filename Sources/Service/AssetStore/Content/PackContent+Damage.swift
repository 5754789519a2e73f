// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import SystemSupport

extension PackContent {
    /// A file of a local pack that is gone, or of another size than it was put there with.
    package struct Damage: Equatable, Sendable {
        package var packID: String
        /// Below `Contents`; empty when the list of the pack's files itself is not readable.
        package var path: String
    }

    /// The first damaged file of each local pack. Nothing is read but what the file system tells of the files.
    package func damage(among visible: [Visible], bundleID: String) throws(AssetStoreError) -> [Damage] {
        let path = folderPath(bundleID)
        guard FileStatus(path: path) != nil else { return visible.map { Damage(packID: $0.packID, path: "") } }
        var damage: [Damage] = []
        do throws(SystemError) {
            let folder = try Directory(opening: path)
            for pack in visible.sorted(by: { $0.packID < $1.packID }) {
                guard let files = try files(in: folder, packID: pack.packID, version: pack.version) else {
                    damage.append(Damage(packID: pack.packID, path: ""))
                    continue
                }
                let contents = "\(path)/\(pack.packID)/\(pack.version)/Contents/"
                let broken = files.first { file in
                    guard let status = FileStatus(path: contents + file.path) else { return true }
                    return file.mode & NamespaceMode.kindMask == NamespaceMode.file
                        && (status.kind != .file || status.size != file.size)
                }
                if let broken { damage.append(Damage(packID: pack.packID, path: broken.path)) }
            }
        } catch { throw .files("\(error)", outOfSpace: false) }
        return damage
    }
}
