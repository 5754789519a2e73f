// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app asks to do while it is not in front.
package struct BackgroundTask: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// A moment for what is new.
        case refresh
        /// Minutes, while nobody is disturbed.
        case processing
        /// The same, for a study that its person takes part in.
        case healthResearch
        /// What a person has begun in front.
        case continued
        /// What the URL sessions of the app have for it.
        case sessionEvents
        case unknown
    }

    /// The app's own.
    package var identifier: String
    package var kind: Kind
    /// Seconds since 1970 before which it does not begin.
    package var earliestBegin: Double?
    package var requiresNetwork: Bool?
    package var requiresExternalPower: Bool?
    /// What a person is shown of a continued one.
    package var title: String?
    package var subtitle: String?

    package init(
        _ identifier: String, _ kind: Kind, earliestBegin: Double? = nil, requiresNetwork: Bool? = nil,
        requiresExternalPower: Bool? = nil, title: String? = nil, subtitle: String? = nil
    ) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBegin = earliestBegin
        self.requiresNetwork = requiresNetwork
        self.requiresExternalPower = requiresExternalPower
        self.title = title
        self.subtitle = subtitle
    }
}
