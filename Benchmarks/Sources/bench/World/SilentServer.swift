// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server on loopback that lets everybody wait: a transfer from there begins, and is under way.
final class SilentServer {
    /// As in `https://127.0.0.1:40123`.
    let url: String
    private let descriptor: Int32

    init() throws(BenchError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = descriptor
        // Nothing is accepted: the kernel makes the connections.
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { base in
                bind(number, base, size) == 0 && listen(number, 512) == 0 && getsockname(number, base, &size) == 0
            }
        }
        guard code else { throw .file(path: "127.0.0.1", reason: String(cString: strerror(errno))) }
        url = "https://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    func stop() { close(descriptor) }
}
