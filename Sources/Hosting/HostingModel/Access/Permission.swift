// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A kind of thing that somebody does here.
package enum Permission: String, CaseIterable, Hashable, Sendable {
    case read
    /// Makes asset packs and versions, and uploads files for them.
    case upload
    /// Submits for review, and takes that back.
    case submit
    case review
    /// Archives packs, and takes them out again.
    case archive
    /// Rolls back, pins, rolls out in phases and limits.
    case release
    case manageWebhooks
    /// Makes apps, and sets their policies.
    case manageApps
    /// Makes and revokes keys.
    case manageKeys
    /// Invites members, and changes their roles.
    case manageMembers
    /// Reads the log of every change.
    case audit
}
