// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address.
package struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    private let address: IPAddress
    /// Bits that are the same.
    private let length: Int

    /// - Returns: nil for what is no network: no address, too many bits, or others than zeros behind them.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let longest = address.bytes.count * 8
        var length = longest
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]), number <= longest
            else { return nil }
            length = number
        }
        self.init(address, length: length)
        guard masked(address.bytes) == address.bytes else { return nil }
    }

    private init(_ address: IPAddress, length: Int) {
        self.address = address
        self.length = length
    }

    /// Whether an address is one of its.
    package func contains(_ other: IPAddress) -> Bool {
        other.bytes.count == address.bytes.count && masked(other.bytes) == address.bytes
    }

    /// The first bits, and zeros.
    private func masked(_ bytes: [UInt8]) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(max(length - index * 8, 0), 8)
            return byte & UInt8(truncatingIfNeeded: 0xff00 >> kept)
        }
    }

    package var description: String { "\(address)/\(length)" }
}
