// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How the blocks of an archive are compressed.
///
/// The raw value is the word that tools take on their command line.
package enum Compression: String, CaseIterable, Sendable {
    /// The bare entry stream: no container and no blocks.
    case none
    /// LZFSE, what Apple's own tools write unless told otherwise.
    case lzfse
    /// LZ4 in Apple's `bv41` framing.
    case lz4
    /// Deflate in a zlib wrapping.
    case zlib
    /// LZMA2 in one .xz stream a block.
    case lzma

    /// The fourth byte of the container's magic (`pbze`, `pbz4`, `pbzz`, `pbzx`); nil for an archive with no container.
    package var magicLetter: UInt8? {
        switch self {
        case .none: nil
        case .lzfse: UInt8(ascii: "e")
        case .lz4: UInt8(ascii: "4")
        case .zlib: UInt8(ascii: "z")
        case .lzma: UInt8(ascii: "x")
        }
    }

    /// The codec that the fourth byte of a container's magic stands for; nil for one that this package cannot read.
    package init?(magicLetter: UInt8) {
        guard let match = Self.allCases.first(where: { $0.magicLetter == magicLetter }) else { return nil }
        self = match
    }
}
