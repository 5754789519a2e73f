// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Tells whether an archive on this device is still the one that it was: one that is built again lies at the same path.
struct ArchiveIdentity: Equatable {
    private let file: FileIdentity
    private let size: Int64
    private let modified: Int64
    private let changed: Int64

    /// Whether nothing has changed it since a time, nor put another one in its place: that may have an older time of
    /// modification.
    ///
    /// - `time`: seconds since 1970.
    func isUnchanged(since time: Double) -> Bool { Double(changed) / 1e9 <= time }

    /// nil when the source is no archive on this device, or is there no more.
    init?(_ source: AppSource) {
        guard case .archive(let path) = source, let status = FileStatus(resolving: path) else { return nil }
        (file, size) = (status.identity, status.size)
        (modified, changed) = (status.modified, status.changed)
    }
}
