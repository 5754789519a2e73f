// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A digest that the header of an entry carries about the entry's data.
package struct EntryDigest: Hashable, Sendable {
    package enum Algorithm: String, Sendable {
        /// POSIX 1003.2 `cksum`; the four bytes are the number in little-endian order.
        case cksum = "CKS"
        case sha1 = "SH1"
        case sha256 = "SH2"
        case sha384 = "SH3"
        case sha512 = "SH5"

        /// Bytes of a digest.
        package var length: Int {
            switch self {
            case .cksum: 4
            case .sha1: 20
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        /// The type byte of its field.
        var typeLetter: String {
            switch self {
            case .cksum: "F"
            case .sha1: "G"
            case .sha256: "H"
            case .sha384: "I"
            case .sha512: "J"
            }
        }
    }

    package let algorithm: Algorithm
    /// The digest as stored: 4, 20, 32, 48 or 64 bytes.
    package let bytes: [UInt8]

    package init(algorithm: Algorithm, bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }
}
