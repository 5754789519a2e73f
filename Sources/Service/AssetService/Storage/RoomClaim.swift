// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whom room on the disk is made for: what others have staged is given up for some.
enum RoomClaim: Sendable {
    /// A download in the queue, by its ID.
    case download(String)
    /// An app that is being installed or updated.
    case installation
    /// A manifest, for which nothing is given up that was fetched.
    case document

    /// Whether it is tried again by the queue when there is room.
    var isQueued: Bool { if case .document = self { false } else { true } }
}
