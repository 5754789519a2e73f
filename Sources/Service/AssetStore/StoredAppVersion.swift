// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import GRDB
package import SystemSupport

/// One version of an app's bundle.
package struct StoredAppVersion: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
    package static let databaseTableName = "appVersion"

    package var id: Int64?
    package var bundleID: String
    /// Absolute path of the `.app` folder.
    package var path: String
    /// The bundle lies where its owner put it; the service never changes or removes it.
    package var adopted: Bool
    package var version: String
    package var build: String
    /// Whether it may be launched: its essential assets are there, or were given up.
    package var launchable: Bool
    private var executableDevice: Int64
    private var executableInode: Int64
    /// The https address of the archive that it was fetched from, where updates come from too; nil for what was on this
    /// device.
    package var source: String?
    /// The entity tag of that archive, when its server gave one.
    package var sourceTag: String?
    /// The public key of the team that signed it; nil when it is not signed.
    package var team: String?

    package init(
        id: Int64? = nil, bundleID: String, path: String, adopted: Bool, version: String, build: String,
        launchable: Bool, executable: FileIdentity, source: String? = nil, sourceTag: String? = nil,
        team: String? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.path = path
        self.adopted = adopted
        self.version = version
        self.build = build
        self.launchable = launchable
        executableDevice = Int64(bitPattern: executable.device)
        executableInode = Int64(bitPattern: executable.inode)
        self.source = source
        self.sourceTag = sourceTag
        self.team = team
    }

    /// The file that its processes run.
    package var executable: FileIdentity {
        get {
            FileIdentity(device: UInt64(bitPattern: executableDevice), inode: UInt64(bitPattern: executableInode))
        }
        set {
            executableDevice = Int64(bitPattern: newValue.device)
            executableInode = Int64(bitPattern: newValue.inode)
        }
    }

    package mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
