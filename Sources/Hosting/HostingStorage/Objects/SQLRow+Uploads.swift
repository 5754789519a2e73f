// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension SQLRow {
    /// An object that arrives in parts, of the columns that each table has for one.
    func objectUpload() throws(StorageError) -> ObjectUpload {
        let name = try text("object_key")
        guard let key = ObjectKey(name) else { throw .unexpected("object_key is none: \(name)") }
        return ObjectUpload(
            key: key, id: try text("upload_id"), size: try integer("file_size"), partSize: try integer("part_size"))
    }
}
