// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How what is submitted for an app is reviewed (App Store Connect has not got this).
package enum ReviewPolicy: String, CaseIterable, Codable, Sendable {
    /// Approved as it is submitted.
    case automatic
    /// One reviewer decides.
    case oneReviewer = "one-reviewer"
    /// A reviewer decides who is not the one that submitted it.
    case fourEyes = "four-eyes"

    /// Whether somebody waits for a reviewer.
    package var needsReviewer: Bool { self != .automatic }

    /// Whether a reviewer may decide on what a person has submitted. Both are identifiers of members; of a key, that of its
    /// owner.
    package func allows(reviewer: String, toDecideOnWhatWasSubmittedBy submitter: String) -> Bool {
        self != .fourEyes || reviewer != submitter
    }
}
