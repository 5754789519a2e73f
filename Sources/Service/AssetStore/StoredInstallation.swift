// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// An installation or update under way; it goes on from here after a restart of the service.
package struct StoredInstallation: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "installation"

    /// Of the app; a name made from the source as long as it is not `identified`.
    package var bundleID: String
    package var callID: String
    package var source: String
    /// `local`, `system`, or the host of the source.
    package var origin: String
    /// Whether it is known which app the source holds.
    package var identified: Bool
    /// Whether an older version than the installed one is wanted.
    package var allowDowngrade: Bool
    /// The name of the folder in the spool that an archive is unpacked in; nil when there is none.
    package var staging: String?
    package var adopted: Bool
    /// `firstInstallation` or `subsequentUpdate`.
    package var event: String
    /// The raw value of the phase that comes next.
    package var phase: String
    /// When somebody paused it (seconds since 1970).
    package var pausedAt: Double?
    /// Since when the tries to fetch its archive have failed (seconds since 1970).
    package var failingSince: Double?
    /// The version being installed, once its bundle is in place.
    package var versionID: Int64?
    /// Progress shown so far, 0 to 1; it never goes back.
    package var fraction: Double
    /// The essential packs that it waits for, or the IDs of files, once they are chosen.
    package var essentialIDs: [String]
    /// What went wrong without keeping the app from being launched.
    package var detail: String?
    package var startedAt: Double
    /// `given` when a person has agreed to the sizes that the app names, `asked` when the caller asks; nil: nobody can be asked.
    package var consent: String?
    /// Since when a person is asked for that (seconds since 1970).
    package var askedAt: Double?
    /// What the host of its archive is shown when it asks who this is.
    package var token: String?

    package init(
        bundleID: String, callID: String, source: String, origin: String, identified: Bool = true,
        allowDowngrade: Bool, staging: String? = nil, adopted: Bool, event: String, phase: String,
        pausedAt: Double? = nil, versionID: Int64?, fraction: Double, essentialIDs: [String] = [], detail: String?,
        startedAt: Double,
        consent: String? = nil, token: String? = nil
    ) {
        self.bundleID = bundleID
        self.callID = callID
        self.source = source
        self.origin = origin
        self.identified = identified
        self.allowDowngrade = allowDowngrade
        self.staging = staging
        self.adopted = adopted
        self.event = event
        self.phase = phase
        self.pausedAt = pausedAt
        self.versionID = versionID
        self.fraction = fraction
        self.essentialIDs = essentialIDs
        self.detail = detail
        self.startedAt = startedAt
        self.consent = consent
        self.token = token
    }
}
