// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One file or folder of a pack as it was extracted, for the namespace.
package struct ExtractedFile: Hashable, Sendable {
    package enum Kind: Sendable { case file, folder, symbolicLink }

    /// Path in the archive, as in `Contents/Videos/Introduction.m4v`.
    package var path: String
    package var kind: Kind
    package var size: UInt64
    /// The low twelve mode bits.
    package var mode: UInt16

    package init(path: String, kind: Kind, size: UInt64, mode: UInt16) {
        self.path = path
        self.kind = kind
        self.size = size
        self.mode = mode
    }
}
