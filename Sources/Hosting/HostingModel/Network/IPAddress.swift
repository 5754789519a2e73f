// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An address of the Internet protocol. One of version 4 that is written as one of version 6 (`::ffff:10.0.0.1`) is that of version 4.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 of version 4, 16 of version 6.
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
    }

    /// Reads the usual form of one; nil for anything else, as for the shortened forms of version 4.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
        }
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
            return "\(bytes)"
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
