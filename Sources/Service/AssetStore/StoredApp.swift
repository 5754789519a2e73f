// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// An app on record.
package struct StoredApp: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "app"

    package var bundleID: String
    package var name: String
    /// `local`, `system` (a drop-in of a distribution's package), or the host it came from; pinned at first installation.
    package var origin: String
    /// The version that `launch` starts; nil until the first one is launchable.
    package var currentVersionID: Int64?
    /// Seconds since 1970 of the first launch; restrictions end there.
    package var firstLaunchedAt: Double?
    /// The language the app chose itself, as a BCP-47 tag.
    package var resolvedLanguage: String?
    /// The person's languages as the app's process last told them, best first.
    package var preferredLanguages: [String]
    package var addedAt: Double
    /// The installation event whose packs could not be asked for, because the host or the extension did not answer.
    package var owedEvent: String?
    /// Seconds since 1970; nil unless a person has quit the app and not opened it since.
    package var quitAt: Double?
    /// The public key of the team that signed it, which its updates must come from, too; nil while no version was signed.
    package var team: String?
    /// How the extension failed when it was last run; nil when it returned then.
    package var extensionFailure: String?
    /// What kind of failure that was, by a word of the service.
    package var extensionFailureCause: String?
    /// Seconds since 1970.
    package var extensionFailedAt: Double?

    package init(
        bundleID: String, name: String, origin: String, currentVersionID: Int64? = nil,
        firstLaunchedAt: Double? = nil, resolvedLanguage: String? = nil, preferredLanguages: [String] = [],
        addedAt: Double, owedEvent: String? = nil
    ) {
        self.bundleID = bundleID
        self.name = name
        self.origin = origin
        self.currentVersionID = currentVersionID
        self.firstLaunchedAt = firstLaunchedAt
        self.resolvedLanguage = resolvedLanguage
        self.preferredLanguages = preferredLanguages
        self.addedAt = addedAt
        self.owedEvent = owedEvent
    }
}
