// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// A folder from which files are purged. Apps write on the way to it: it is opened beneath a folder that is not theirs, and no
/// part of the way may be a link.
struct PurgeablePlace: Equatable, Sendable {
    /// Absolute.
    let anchor: String
    /// Beneath it.
    let path: String

    /// Absolute, for people.
    var fullPath: String { anchor + "/" + path }

    func open() throws(SystemError) -> Directory { try Directory(opening: anchor).folder(path) }
}
