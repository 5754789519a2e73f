// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no usable `blocks` file.
package enum BlockListError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The magic is missing: it is another kind of file.
    case notABlockList
    /// A later major version: the pack can still be fetched without it, as one whole archive.
    case unsupportedMajorVersion(UInt16)
    /// The file ends before its tables do, or goes on behind them.
    case wrongSize(expected: Int, actual: Int)
    /// It is larger than `BlockList.maximumSize`.
    case tooLarge(Int)
    /// No such file can be made of an archive; the text says what stands in the way.
    case undescribable(String)
    /// Something in it contradicts the format; the text says what and where.
    case malformed(String)

    package var description: String {
        switch self {
        case .notABlockList: "this is no blocks file: it does not begin with BABLOCKS"
        case .unsupportedMajorVersion(let version):
            "the blocks file has the format version \(version), and this program reads version "
                + "\(BlockListLayout.major): update it, or fetch the archive as a whole"
        case .wrongSize(let expected, let actual):
            "the blocks file has \(actual) bytes where its tables need \(expected): it is cut off or damaged, "
                + "fetch or make it again"
        case .tooLarge(let size):
            "the blocks file has \(size) bytes; at most \(BlockList.maximumSize) are read: use fewer files in the pack"
        case .undescribable(let what): "no blocks file can be made of the archive: \(what)"
        case .malformed(let what): "the blocks file is damaged: \(what); fetch or make it again"
        }
    }
}
