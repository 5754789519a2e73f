// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The archive of a version, as it lies in the object store.
package struct StoredArchive: Equatable, Sendable {
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

    /// nil for a version whose archive has not arrived.
    init?(_ row: SQLRow) throws(StorageError) {
        guard let name = try row.optionalText("object_key"), let sha256 = try row.optionalText("sha256") else {
            return nil
        }
        guard let key = ObjectKey(name) else { throw .unexpected("object_key is none: \(name)") }
        self.init(key: key, size: try row.integer("file_size"), sha256: sha256)
    }
}
