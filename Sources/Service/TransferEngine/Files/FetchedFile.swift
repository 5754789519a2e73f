// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file that has arrived whole and is on disk.
package struct FetchedFile: Equatable, Sendable {
    /// Where it lies, below the staging folder.
    package var path: String
    /// In bytes.
    package var size: Int64
}
