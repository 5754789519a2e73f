// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage

// Extended attributes, which stay with a file when it is renamed, and not with its copies.
extension OwnedDescriptor {
    /// Sets an attribute of the open file.
    ///
    /// - `name`: with its namespace, as in `user.background-assets.purgeable`.
    /// - Throws: `notSupported` where the file system keeps none.
    package borrowing func setAttribute(_ name: String, to value: String, subject: String) throws(SystemError) {
        let (number, bytes) = (rawValue, Array(value.utf8))
        try retrying("set the attribute \(name) of", subject) {
            ba_set_attribute(number, name, bytes, Int64(bytes.count))
        }
    }

    /// An attribute of the open file; nil when it has none that is text of up to 255 bytes.
    package borrowing func attribute(_ name: String) -> String? {
        let number = rawValue
        return withUnsafeTemporaryAllocation(byteCount: 255, alignment: 1) { buffer in
            let count = ba_get_attribute(number, name, buffer.baseAddress, Int64(buffer.count))
            return count < 0 ? nil : String(validating: buffer.prefix(Int(count)), as: UTF8.self)
        }
    }
}
