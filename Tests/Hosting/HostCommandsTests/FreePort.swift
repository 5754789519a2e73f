// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing

/// A port that nobody listens on at this moment, and that the system gives nobody who asks for any: who leaves it for a while finds it again.
enum FreePort {
    /// Below those that Linux gives by itself.
    private static let ports: Range<UInt32> = 20_000..<30_000
    private static let next = Atomic(UInt32(bitPattern: getpid()))

    static func find() throws -> UInt16 {
        let found = ports.lazy.map { _ in
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            return UInt16(ports.lowerBound + number % UInt32(ports.count))
        }.first(where: isFree)
        return try #require(found)
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
