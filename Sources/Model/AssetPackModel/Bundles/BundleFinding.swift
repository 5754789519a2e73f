// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something about a bundle that its author should know.
package struct BundleFinding: Equatable, Sendable {
    package enum Level: Sendable {
        /// Nothing is wrong.
        case note
        /// It works all the same.
        case warning
        /// Its assets will not work as they are meant to.
        case error
        /// It cannot be installed.
        case obstacle
    }

    package let level: Level
    /// Whether something is wrong that its author has to mend.
    package var isFault: Bool { level == .error || level == .obstacle }
    /// The file that it is about, relative to the bundle; the bundle's identifier, or the folder of the extensions.
    package let subject: String
    package let message: String

    package init(_ level: Level, _ subject: String, _ message: String) {
        self.level = level
        self.subject = subject
        self.message = message
    }
}
