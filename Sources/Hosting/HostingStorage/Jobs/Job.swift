// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that a worker does by and by.
package struct Job: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Reads what was uploaded for a version.
        case process
        /// Reads the archive of a build.
        case build
        /// Sends an event to a web hook.
        case deliver
        /// Sends a mail.
        case mail
    }

    package let id: String
    package let kind: Kind
    /// The identifier of what it is about.
    package let subject: String
    /// Tries, this one included. It tells one worker's turn from another's.
    package let attempt: Int

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        kind = try row.raw("kind")
        subject = try row.text("subject")
        attempt = Int(try row.integer("attempts"))
    }
}
