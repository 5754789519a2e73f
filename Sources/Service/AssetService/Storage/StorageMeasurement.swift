// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport

/// Where things of one app lie, to find out how large they are.
struct StorageMeasurement: Sendable {
    let bundleID: String
    let name: String
    /// Those that it sees.
    let packs: [(id: String, version: Int)]
    let groups: [String]
    /// Folders in the spool.
    let stagingNames: [String]
    /// Paths of files that go to servers.
    let uploads: [String]
    let cachesFolder: String
    let layout: StoreLayout

    /// Looks at every file. What changes meanwhile counts as it was or as it is.
    func use() -> AppUse {
        var use = AppUse(bundleID: bundleID, name: name)
        use.bundleBytes = Self.size(of: layout.app(bundleID))
        use.packs = packs.map { pack in
            AppUse.Pack(
                packID: pack.id, version: pack.version,
                bytes: Self.size(of: "\(layout.packs(of: bundleID))/\(pack.id)/\(pack.version)"))
        }
        let all = Self.size(of: layout.packs(of: bundleID))
        use.otherPackBytes = max(0, all - use.packs.reduce(0) { $0 &+ $1.bytes })
        use.groupBytes = groups.reduce(0) { $0 &+ Self.size(of: layout.group($1)) }
        use.cacheBytes = Self.size(of: cachesFolder)
        use.arrivedBytes =
            Self.size(of: layout.downloads + "/" + bundleID) &+ Self.size(of: layout.sessions + "/" + bundleID)
        use.partialBytes =
            stagingNames.reduce(0) { $0 &+ Self.size(of: layout.staging($1)) }
            &+ uploads.reduce(0) { $0 &+ (FileStatus(path: $1)?.allocatedSize ?? 0) }
        return use
    }

    /// Bytes on disk of what is in a folder; nothing for one that is not there.
    static func size(of path: String) -> Int64 {
        guard let folder = try? Directory(opening: path) else { return 0 }
        return folder.allocatedSize()
    }
}
