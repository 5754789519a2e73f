// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A notification of an app.
struct NotificationKey: Comparable, CustomStringConvertible, Hashable, Sendable {
    let bundleID: String
    let identifier: String

    init(bundleID: String, identifier: String) {
        self.bundleID = bundleID
        self.identifier = identifier
    }

    /// A bundle identifier has no space.
    init?(name: String) {
        let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        (bundleID, identifier) = (String(parts[0]), String(parts[1]))
    }

    /// By which a desktop shows it.
    var name: String { bundleID + " " + identifier }

    var description: String { "the notification \(identifier) of \(bundleID)" }

    static func < (one: NotificationKey, other: NotificationKey) -> Bool {
        (one.bundleID, one.identifier) < (other.bundleID, other.identifier)
    }
}
