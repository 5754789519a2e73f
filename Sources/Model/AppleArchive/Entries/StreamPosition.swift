// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A place in the plain entry stream, as told by the entry it lies in.
package enum StreamPosition: Hashable, Sendable {
    /// `offset` bytes into the header of an entry; 0 is the boundary before it.
    case header(entry: Int, offset: Int)
    /// `offset` bytes into the data of an entry.
    case data(entry: Int, offset: UInt64)

    /// The entry's index in the stream, counted from 0.
    package var entry: Int {
        switch self {
        case .header(let entry, _), .data(let entry, _): entry
        }
    }
}
