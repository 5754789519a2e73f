// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where the next request for an archive begins.
package struct IntakeStart: Equatable, Sendable {
    /// The first byte that is missing; 0 when only the whole archive helps.
    package var offset: Int64 = 0
    /// The entity tag that the rest must come with, for If-Range.
    package var etag: String?
    /// Bytes of the archive, when that is known.
    package var total: Int64?

    /// Everything has come: there is nothing to ask for.
    package var isComplete: Bool { total.map { offset >= $0 } ?? false && offset > 0 }
}
