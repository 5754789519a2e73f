// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface
internal import SystemSupport

/// A file that was found and may be removed.
struct PurgeableFile: Sendable {
    let record: StoredPurgeableFile
    let place: PurgeablePlace
    /// In that place.
    let path: String
    /// Bytes on disk.
    let allocatedSize: Int64
    /// Nanoseconds since 1970.
    let usedAt: Int64

    init(record: StoredPurgeableFile, place: PurgeablePlace, path: String, status: FileStatus) {
        self.record = record
        self.place = place
        self.path = path
        allocatedSize = status.allocatedSize
        // What was not read since it came has been of no use since then.
        usedAt = max(status.accessed, Int64(record.arrivedAt * 1e9))
    }

    /// Absolute, for people.
    var fullPath: String { place.fullPath + "/" + path }

    /// Those that go first, of which there are enough to give back so many bytes: the oldest unused ones.
    ///
    /// - `bytes`: nil for all files.
    /// - Returns: none when all together are not enough, for then their going is in vain.
    static func first(of files: [PurgeableFile], freeing bytes: Int64?) -> [PurgeableFile] {
        let sorted = files.sorted { ($0.usedAt, $0.record.downloadID) < ($1.usedAt, $1.record.downloadID) }
        guard let bytes else { return sorted }
        var left = bytes
        var chosen: [PurgeableFile] = []
        for file in sorted {
            if left <= 0 { break }
            chosen.append(file)
            left -= file.allocatedSize
        }
        return left <= 0 ? chosen : []
    }
}

extension PurgedFile {
    init(_ file: PurgeableFile) {
        self.init(
            bundleID: file.record.bundleID, identifier: file.record.identifier, path: file.fullPath,
            bytes: file.allocatedSize, lastUsed: Double(file.usedAt) / 1e9)
    }
}
