// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What an app has asked to do in the background, and has not begun.
package struct StoredTask: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "backgroundTask"

    package var bundleID: String
    package var identifier: String
    package var kind: String
    /// Seconds since 1970.
    package var earliestBegin: Double?
    package var needsNetwork: Bool
    package var needsExternalPower: Bool
    /// What a person is shown of a continued task.
    package var title: String?
    package var subtitle: String?
    /// Seconds since 1970.
    package var submittedAt: Double

    package init(
        bundleID: String, identifier: String, kind: String, earliestBegin: Double? = nil, needsNetwork: Bool = false,
        needsExternalPower: Bool = false, title: String? = nil, subtitle: String? = nil, submittedAt: Double
    ) {
        self.bundleID = bundleID
        self.identifier = identifier
        self.kind = kind
        self.earliestBegin = earliestBegin
        self.needsNetwork = needsNetwork
        self.needsExternalPower = needsExternalPower
        self.title = title
        self.subtitle = subtitle
        self.submittedAt = submittedAt
    }
}
