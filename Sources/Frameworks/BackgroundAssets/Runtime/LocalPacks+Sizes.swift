// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import Foundation
internal import SystemSupport

extension LocalPacks {
    /// Bytes allocated on disk for the files of a local pack. Walks all of them.
    static func allocatedSize(of pack: NamespacePack, inFolder path: String) throws(SystemError) -> Int64 {
        try allocatedSize(Directory(opening: path).folder(pack.contentsPath), depth: 0)
    }

    private static func allocatedSize(_ folder: borrowing Directory, depth: Int) throws(SystemError) -> Int64 {
        // A path has 4096 bytes at most, and with it no more folders than half of that.
        guard depth < 2_048 else { return 0 }
        var sum: Int64 = 0
        for name in try folder.names() {
            let descriptor = try folder.open(name)
            let status = try descriptor.status(subject: name)
            if status.kind == .folder {
                sum &+= try allocatedSize(Directory(descriptor: descriptor, path: name), depth: depth + 1)
            } else {
                sum &+= status.allocatedSize
            }
        }
        return sum
    }

    /// The versions in the newest generation, by pack ID. Pins nothing.
    func newestVersions() throws -> [String: Int] {
        Dictionary(try newestPacks().map { ($0.id, $0.version) }) { first, _ in first }
    }

    /// The languages of local packs.
    func languages() throws -> [Locale.Language] {
        Set(try newestPacks().compactMap(\.language)).sorted().map { Locale.Language(identifier: $0) }
    }
}
