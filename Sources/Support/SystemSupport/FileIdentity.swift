// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which file it is, whatever its name: while it exists, no other has the same.
package struct FileIdentity: Hashable, Sendable {
    /// The file system that holds it.
    package let device: UInt64
    /// Its number there.
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
