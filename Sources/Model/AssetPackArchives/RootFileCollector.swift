// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackModel

/// Keeps the small JSON files at the root of an archive while its entries go by.
package struct RootFileCollector {
    private(set) var files: [String: [UInt8]] = [:]
    private var current: (path: String, bytes: [UInt8])?

    package init() {}

    /// Whether `Manifest.json` has gone by.
    package var hasManifest: Bool { files[PackManifest.path] != nil }

    package mutating func receive(_ event: EntryEvent) {
        switch event {
        case .header(let header, _, _):
            let isCandidate =
                header.kind == .file && !header.path.contains("/") && header.path.lowercased().hasSuffix(".json")
                && (header.dataSize ?? 0) <= UInt64(PackManifest.maximumSize) && files.count < 16
            current = isCandidate ? (header.path, []) : nil
        case .data(let bytes, _): current?.bytes.append(contentsOf: bytes)
        case .end:
            if let current { files[current.path] = current.bytes }
            current = nil
        }
    }

    /// The manifest of the pack among the files so far.
    ///
    /// - Parameter path: the archive's path, for messages.
    /// - Returns: nil when there is none.
    /// - Throws: `SourceError` when `Manifest.json` is there and malformed.
    package func packManifest(path: String) throws(SourceError) -> PackManifest? {
        try ArchiveScan.packManifest(in: files, path: path)
    }
}
