// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An object that arrives in parts.
package struct ObjectUpload: Hashable, Sendable {
    package let key: ObjectKey
    /// What the store calls the upload.
    package let id: String
    /// Bytes in all.
    package let size: Int64
    /// Bytes of each part but the last.
    package let partSize: Int64

    package init(key: ObjectKey, id: String, size: Int64, partSize: Int64) {
        self.key = key
        self.id = id
        self.size = size
        self.partSize = partSize
    }

    package var partCount: Int { Int((size + partSize - 1) / partSize) }

    /// Where a part lies in the object; parts are counted from 1.
    ///
    /// - Returns: nil for a part that it has not got.
    package func range(ofPart number: Int) -> Range<Int64>? {
        guard (1...max(partCount, 1)).contains(number), size > 0 else { return nil }
        let begin = Int64(number - 1) * partSize
        return begin..<min(begin + partSize, size)
    }

    /// Whether a part has as many bytes as it is to have: one that a client has put into a store by itself may have any number.
    package func fits(_ part: StoredPart) -> Bool {
        range(ofPart: part.number).map { Int64($0.count) } == part.size
    }
}
