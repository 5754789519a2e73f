// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the first twelve bytes of a container say.
package struct ContainerHeader: Equatable, Sendable {
    /// Bytes of a container header in a file.
    package static let length = 12

    package let compression: Compression
    /// Plain bytes of every block but the last, if the writer was right: some write others, so nothing relies on it.
    package let blockSize: UInt64

    package init(compression: Compression, blockSize: UInt64) {
        self.compression = compression
        self.blockSize = blockSize
    }
}
