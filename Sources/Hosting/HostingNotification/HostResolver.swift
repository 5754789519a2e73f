// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HostingModel
internal import NIOPosix

/// Finds the addresses of a host by its name, as the system does.
struct HostResolver: Sendable {
    /// Why there are none, in the system's words.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - `name`: of a host, or one of its addresses in whatever form the system takes.
    /// - Returns: the addresses in the order in which they are to be tried.
    func addresses(of name: String) async throws -> [IPAddress] {
        // The system's way blocks.
        try await NIOThreadPool.singleton.runIfActive { try Self.lookUp(name) }
    }

    private static func lookUp(_ name: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &first)
        guard status == 0 else { throw Failure(description: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let found = next {
            if let address = address(of: found.pointee), !addresses.contains(address) { addresses.append(address) }
            next = found.pointee.ai_next
        }
        return addresses
    }

    private static func address(of found: addrinfo) -> IPAddress? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard let address = found.ai_addr,
            getnameinfo(address, found.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        // With the interface behind a percent sign, it is one of this machine's own networks.
        return IPAddress(
            String(decoding: text.prefix { $0 != 0 && $0 != 37 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
