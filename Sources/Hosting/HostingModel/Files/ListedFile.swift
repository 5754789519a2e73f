// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file of a pack, as the list says that is kept of each version.
package struct ListedFile: Codable, Hashable, Sendable {
    /// From the root of the pack.
    package let path: String
    /// Bytes.
    package let size: UInt64
    /// SHA-256, in hexadecimal digits.
    package let sha256: String

    package init(path: String, size: UInt64, sha256: String) {
        self.path = path
        self.size = size
        self.sha256 = sha256
    }
}
