// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The list of an archive's blocks, with which a device fetches only what is new to it.
package struct StoredBlocks: Equatable, Sendable {
    package let key: ObjectKey
    /// Bytes of the list.
    package let size: Int64
    /// SHA-256 of the list, in lower-case hexadecimal digits.
    package let sha256: String

    package init(key: ObjectKey, size: Int64, sha256: String) {
        self.key = key
        self.size = size
        self.sha256 = sha256
    }

    /// nil for a version that has none.
    init?(_ row: SQLRow) throws(StorageError) {
        guard let name = try row.optionalText("blocks_key") else { return nil }
        guard let key = ObjectKey(name) else { throw .unexpected("blocks_key is none: \(name)") }
        self.init(key: key, size: try row.integer("blocks_size"), sha256: try row.text("blocks_sha256"))
    }
}
