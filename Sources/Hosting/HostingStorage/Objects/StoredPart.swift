// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of an upload that has arrived.
package struct StoredPart: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let size: Int64
    /// MD5 of its bytes, in lower-case hexadecimal digits: what S3 calls its entity tag.
    package let entityTag: String

    package init(number: Int, size: Int64, entityTag: String) {
        self.number = number
        self.size = size
        self.entityTag = entityTag
    }
}
