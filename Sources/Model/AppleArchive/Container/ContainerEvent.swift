// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a parser of the container reports. Memory in an event is valid only until the call that reports it returns.
package enum ContainerEvent {
    /// The container's header has been read; comes once, and never for an archive without a container.
    case container(ContainerHeader)
    /// A whole block: its header and its payload as stored.
    case block(BlockHeader, stored: UnsafeRawBufferPointer)
    /// A block begins whose payload is larger than the parser gathers; its payload comes in `largeBlockPiece` events.
    case largeBlock(BlockHeader)
    /// The next piece of a large block's stored payload; `isLast` ends the block.
    case largeBlockPiece(UnsafeRawBufferPointer, isLast: Bool)
    /// A piece of the entry stream itself: the archive has no container.
    case plain(UnsafeRawBufferPointer)
}
