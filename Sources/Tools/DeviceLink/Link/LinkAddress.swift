// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where a machine is reached.
package struct LinkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Of `ba pair serve`, unless another one is named.
    package static let defaultPort = 8447

    /// A name or an address, without brackets.
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host`, `host:port`, or an IPv6 address in brackets with or without a port.
    ///
    /// - `allowsAnyPort`: 0 stands for a free one, on which to listen.
    package init(_ text: String, allowsAnyPort: Bool = false) throws(LinkError) {
        var rest = text[...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .address(text, reason: "a bracket is open") }
            host = String(text[text.index(after: text.startIndex)..<end])
            rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw .address(text, reason: "something other than a port follows the bracket")
            }
            rest = rest.dropFirst()
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw .address(text, reason: "an IPv6 address stands in brackets") }
            host = String(parts[0])
            rest = parts.count == 2 ? parts[1] : ""
            if parts.count == 2, rest.isEmpty { throw .address(text, reason: "the port is missing") }
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" }) else {
            throw .address(text, reason: "it has no host")
        }
        guard rest.isEmpty || rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = rest.isEmpty ? Self.defaultPort : Int(rest), ((allowsAnyPort ? 0 : 1)...65535).contains(port)
        else { throw .address(text, reason: "its port is none") }
        self.port = port
    }

    package var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
