// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The methods of `backgroundassets.v1.Storage`, as `Interfaces/backgroundassets.v1.Storage.varlink` describes them.
package enum StorageInterface {
    /// What one app uses of the disk, or each.
    package struct Usage: ServiceMethod {
        package static let method = "backgroundassets.v1.Storage.Usage"
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var apps: [AppUse]
            /// What downloads that broke off have left.
            package var keptBytes: Int64
            /// Database, log and the like.
            package var serviceBytes: Int64
            /// nil where the file system does not tell.
            package var availableBytes: Int64?
            package var capacityBytes: Int64?

            package init(
                apps: [AppUse], keptBytes: Int64, serviceBytes: Int64, availableBytes: Int64?, capacityBytes: Int64?
            ) {
                self.apps = apps
                self.keptBytes = keptBytes
                self.serviceBytes = serviceBytes
                self.availableBytes = availableBytes
                self.capacityBytes = capacityBytes
            }
        }
    }

    /// Removes purgeable files, those first that were used least recently.
    package struct Purge: ServiceMethod {
        package static let method = "backgroundassets.v1.Storage.Purge"
        package var bundleID: String?
        /// How much is to be freed; all without it.
        package var bytes: Int64?
        /// Whether nothing is removed.
        package var dryRun: Bool

        package init(bundleID: String? = nil, bytes: Int64? = nil, dryRun: Bool = false) {
            self.bundleID = bundleID
            self.bytes = bytes
            self.dryRun = dryRun
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var files: [PurgedFile]

            package init(files: [PurgedFile]) { self.files = files }
        }
    }
}
