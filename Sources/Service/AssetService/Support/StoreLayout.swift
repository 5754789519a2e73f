// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceInterface
internal import SystemPackage
package import SystemSupport

/// Where things lie under the root.
package struct StoreLayout: Equatable, Sendable {
    /// Absolute path.
    package let root: String

    package init(root: String) { self.root = root }

    package var database: String { root + "/service.sqlite" }
    package var apps: String { root + "/apps" }
    package var packs: String { root + "/packs" }
    package var groups: String { root + "/groups" }
    package var downloads: String { root + "/downloads" }
    package var sessions: String { root + "/sessions" }
    package var spool: String { root + "/spool" }
    package var locks: String { root + "/" + ServiceProtocol.lockFolder }
    package var log: String { root + "/service.log" }

    package func app(_ bundleID: String) -> String { apps + "/" + bundleID }
    package func packs(of bundleID: String) -> String { packs + "/" + bundleID }
    package func group(_ id: String) -> String { groups + "/" + id }
    package func staging(_ downloadID: String) -> String { spool + "/" + downloadID }

    /// Makes the folders, all 0700; a root that somebody else owns is refused.
    package func prepare(userID: UInt32) throws(SystemError) {
        try Directory.createFolders(root)
        let status = try Directory.checkOwn(root, userID: userID)
        // Whoever made it may have left it open to others.
        if status.permissions & 0o077 != 0 { try retrying("close to others", root) { chmod(root, 0o700) } }
        for folder in [apps, packs, groups, downloads, sessions, spool, locks] { try Directory.createFolders(folder) }
    }
}
