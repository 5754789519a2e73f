// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles

/// The list of a version's files, beside them, so that the namespace can be written without walking the disk.
///
/// One record a file: `size mode path` and a NUL byte, the numbers in decimal.
enum PackIndex {
    static func encode(_ files: [NamespaceFile]) -> [UInt8] {
        var bytes: [UInt8] = []
        for file in files {
            bytes.append(contentsOf: "\(file.size) \(file.mode) \(file.path)\0".utf8)
        }
        return bytes
    }

    /// Nil when the bytes are no list.
    static func decode(_ bytes: [UInt8]) -> [NamespaceFile]? {
        var files: [NamespaceFile] = []
        for record in bytes.split(separator: 0) {
            let parts = record.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let size = Int64(String(decoding: parts[0], as: UTF8.self)),
                let mode = UInt32(String(decoding: parts[1], as: UTF8.self))
            else { return nil }
            files.append(NamespaceFile(path: String(decoding: parts[2], as: UTF8.self), size: size, mode: mode))
        }
        guard bytes.isEmpty || bytes.last == 0 else { return nil }
        return files
    }
}
