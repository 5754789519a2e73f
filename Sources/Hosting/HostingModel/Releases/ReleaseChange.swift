// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What became of a release: web hooks, mails and the audit log are made of it.
package struct ReleaseChange: Hashable, Sendable {
    package let context: ReleaseContext
    /// The number of the version.
    package let version: Int
    /// nil for a release that has just been made.
    package let oldState: String?
    package let newState: String

    package init(context: ReleaseContext, version: Int, oldState: String?, newState: String) {
        self.context = context
        self.version = version
        self.oldState = oldState
        self.newState = newState
    }
}
