// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// `backgroundassets.v1.Packs`: the managed asset packs of an app.
///
/// An app's process leaves `bundleID` out (it is who it is); a tool names the app.
package enum PacksInterface {
    /// The newest download manifest.
    package struct Manifest: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Manifest"
        package var bundleID: String?
        /// Ask the server even when a manifest is at hand.
        package var refresh: Bool

        package init(bundleID: String? = nil, refresh: Bool) {
            self.bundleID = bundleID
            self.refresh = refresh
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var manifest: DownloadManifest
            package var resolvedLanguage: String?

            package init(manifest: DownloadManifest, resolvedLanguage: String?) {
                self.manifest = manifest
                self.resolvedLanguage = resolvedLanguage
            }
        }
    }

    /// Every pack known of one app, or of all.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var packs: [PackRecord]
            package init(packs: [PackRecord]) { self.packs = packs }
        }
    }

    /// The status of one pack; `online` asks the server for the newest version first.
    package struct Status: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Status"
        package var bundleID: String?
        package var packID: String
        package var online: Bool

        package init(bundleID: String? = nil, packID: String, online: Bool) {
            self.bundleID = bundleID
            self.packID = packID
            self.online = online
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// The bits of `PackStatus`.
            package var status: Int
            package var localVersion: Int?
            package var publishedVersion: Int?

            package init(status: Int, localVersion: Int?, publishedVersion: Int?) {
                self.status = status
                self.localVersion = localVersion
                self.publishedVersion = publishedVersion
            }
        }
    }

    /// Replies when every pack named is readable on this device, or has failed.
    package struct EnsureLocalAvailability: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.EnsureLocalAvailability"
        package var bundleID: String?
        package var packIDs: [String]
        package var requireLatestVersion: Bool
        package var callID: String

        package init(bundleID: String? = nil, packIDs: [String], requireLatestVersion: Bool, callID: String) {
            self.bundleID = bundleID
            self.packIDs = packIDs
            self.requireLatestVersion = requireLatestVersion
            self.callID = callID
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// Local versions by pack ID.
            package var available: [String: Int]
            package var failures: [PackFailure]

            package init(available: [String: Int], failures: [PackFailure]) {
                self.available = available
                self.failures = failures
            }
        }
    }

    /// Asks the server, starts updates of outdated packs and removes obsolete ones.
    package struct CheckForUpdates: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.CheckForUpdates"
        package var bundleID: String?
        package var callID: String

        package init(bundleID: String? = nil, callID: String) {
            self.bundleID = bundleID
            self.callID = callID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var updatingIDs: [String]
            package var removedIDs: [String]
            /// What kept packs from being fetched that the app's installation owes, where others than the app ask.
            package var problem: String?

            package init(updatingIDs: [String], removedIDs: [String], problem: String? = nil) {
                self.updatingIDs = updatingIDs
                self.removedIDs = removedIDs
                self.problem = problem
            }
        }
    }

    /// Removes the local versions of a pack; a download of it is cancelled.
    package struct Remove: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Remove"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var packID: String
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, packID: String, callID: String? = nil) {
            self.bundleID = bundleID
            self.packID = packID
            self.callID = callID
        }
    }

    /// Events of the app's packs from now on, of one pack or of all.
    package struct Subscribe: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Subscribe"
        package static let streams = true
        package typealias Reply = PackEvent
        package var bundleID: String?
        package var packID: String?
        /// Send first the completions that nobody has acknowledged yet: the caller acknowledges what it takes.
        package var acknowledges: Bool?

        package init(bundleID: String? = nil, packID: String? = nil, acknowledges: Bool? = nil) {
            self.bundleID = bundleID
            self.packID = packID
            self.acknowledges = acknowledges
        }
    }

    /// The app has taken these completions: they are not sent again. IDs that are not waiting are ignored.
    package struct Acknowledge: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Acknowledge"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var eventIDs: [Int64]

        package init(bundleID: String? = nil, eventIDs: [Int64]) {
            self.bundleID = bundleID
            self.eventIDs = eventIDs
        }
    }

    /// What a path stands for in the newest local packs, for readers of an older version of the namespace file.
    package struct Resolve: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.Resolve"
        package var bundleID: String?
        /// Relative, as packs have it.
        package var path: String
        /// The only pack that is searched; nil for all.
        package var packID: String?
        /// Only packs of this language, spelled as their manifest does.
        package var language: String?

        package init(bundleID: String? = nil, path: String, packID: String? = nil, language: String? = nil) {
            self.bundleID = bundleID
            self.path = path
            self.packID = packID
            self.language = language
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// nil when no pack has the path.
            package var file: ResolvedFile?
            package init(file: ResolvedFile?) { self.file = file }
        }
    }

    /// The language the app chose over the person's preferences; nil goes back to those.
    package struct SetResolvedLanguage: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.SetResolvedLanguage"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var language: String?
        package var callID: String?

        package init(bundleID: String? = nil, language: String?, callID: String? = nil) {
            self.bundleID = bundleID
            self.language = language
            self.callID = callID
        }
    }

    /// Fetches the localized packs that the preferred languages call for now; replies when they are readable.
    package struct ReconcilePreferredLanguages: ServiceMethod {
        package static let method = "backgroundassets.v1.Packs.ReconcilePreferredLanguages"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var callID: String

        package init(bundleID: String? = nil, callID: String) {
            self.bundleID = bundleID
            self.callID = callID
        }
    }
}
