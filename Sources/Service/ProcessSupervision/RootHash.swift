// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Tells apart the few services that one user, or one system, may have: by their roots.
package enum RootHash {
    /// FNV-1a: nobody gains by two that are the same.
    package static func of(_ root: String) -> UInt64 {
        root.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
