// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Names a request: an identifier is an app's own.
package struct TaskKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let bundleID: String
    package let identifier: String

    package init(_ identifier: String, of bundleID: String) {
        self.bundleID = bundleID
        self.identifier = identifier
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.bundleID, left.identifier) < (right.bundleID, right.identifier)
    }

    package var description: String { "\(identifier) of \(bundleID)" }
}
