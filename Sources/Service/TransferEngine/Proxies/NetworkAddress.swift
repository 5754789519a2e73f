// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An IPv4 or IPv6 address as bytes.
struct NetworkAddress: Equatable, Sendable {
    let bytes: [UInt8]

    /// nil for what is no address. An IPv6 address has no brackets and no zone.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    var isLoopback: Bool {
        switch bytes.count {
        case 4: bytes[0] == 127
        // ::1, and 127.0.0.0/8 in the form of IPv6.
        default:
            bytes == Array(repeating: 0, count: 15) + [1]
                || bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] && bytes[12] == 127
        }
    }

    /// Whether the first bits are the same, of addresses of one kind.
    func matches(_ other: NetworkAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count, bits <= bytes.count * 8 else { return false }
        let whole = bits / 8
        guard bytes[..<whole] == other.bytes[..<whole] else { return false }
        let rest = bits % 8
        return rest == 0 || (bytes[whole] ^ other.bytes[whole]) >> (8 - UInt8(rest)) == 0
    }
}
