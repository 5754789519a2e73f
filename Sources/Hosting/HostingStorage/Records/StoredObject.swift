// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where the bytes of an archive, or of the list of its blocks, lie in the object store, and what they are.
package struct StoredObject: Equatable, Sendable {
    package let key: ObjectKey
    /// Bytes.
    package let size: Int64
    /// In lower-case hexadecimal digits.
    package let sha256: String

    package init(key: ObjectKey, size: Int64, sha256: String) {
        self.key = key
        self.size = size
        self.sha256 = sha256
    }

    /// - `name`: before that of each of its columns, as in `blocks_key`, `blocks_size` and `blocks_sha256`.
    /// - Returns: nil for a version that has none.
    init?(_ row: SQLRow, _ name: String) throws(StorageError) {
        guard let text = try row.optionalText(name + "_key") else { return nil }
        guard let key = ObjectKey(text) else { throw .unexpected("\(name)_key is none: \(text)") }
        self.init(key: key, size: try row.integer(name + "_size"), sha256: try row.text(name + "_sha256"))
    }
}
