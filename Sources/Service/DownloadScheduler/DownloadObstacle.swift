// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What stood in the way of the last try of a download, where it shows when that is gone: then nobody waits for the end of a
/// back-off.
package enum DownloadObstacle: Hashable, Sendable {
    /// There was no connection.
    case connection
    /// The disk was full.
    case room
    /// The server's certificate was none that is trusted.
    case trust
}
