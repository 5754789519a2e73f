// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An object that is on record, and what is known of its bytes.
package struct RecordedObject: Equatable, Sendable {
    package let key: ObjectKey
    /// nil where it is not kept.
    package let size: Int64?
    /// Lower-case hexadecimal digits; nil where they are not kept.
    package let sha256: String?
    /// What it is to a person: `the archive of Tutorial 2 of com.example.game`.
    package let name: String
}
