// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A name or an address by which a server is reached, as it can stand in a certificate and in a URL.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// A DNS name, in lower case.
        case name(String)
        /// The 4 or 16 bytes of an address.
        case address([UInt8])
    }

    package let kind: Kind

    package static let localhost = HostName(kind: .name("localhost"))

    private init(kind: Kind) { self.kind = kind }

    /// Reads a name, an IPv4 address, or an IPv6 address with or without brackets.
    package init(_ text: String) throws(IdentityError) {
        var bare = text
        if text.hasPrefix("["), text.hasSuffix("]") { bare = String(text.dropFirst().dropLast()) }
        if let bytes = Self.address(bare) {
            kind = .address(bytes)
            return
        }
        guard bare == text, !text.contains(":") else {
            throw .host(text, reason: "it is no IPv6 address, and a port belongs after --port")
        }
        if let problem = Self.problem(withName: text) { throw .host(text, reason: problem) }
        let lowercased = text.lowercased()
        kind = .name(lowercased.hasSuffix(".") ? String(lowercased.dropLast()) : lowercased)
    }

    /// As a person writes it.
    package var description: String {
        switch kind {
        case .name(let name): name
        case .address(let bytes): Self.text(ofAddress: bytes)
        }
    }

    /// As it stands in a URL: IPv6 addresses in brackets.
    package var urlText: String {
        if case .address(let bytes) = kind, bytes.count == 16 { return "[\(description)]" }
        return description
    }

    /// Whether it is the address that stands for all of a machine's addresses.
    package var isWildcard: Bool {
        if case .address(let bytes) = kind { return bytes.allSatisfy { $0 == 0 } }
        return false
    }

    private static func address(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    private static func text(ofAddress bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The rule of host names (RFC 1123): labels of letters, digits and inner hyphens. The underscore, which some
    /// networks use, is let through.
    private static func problem(withName text: String) -> String? {
        let bare = text.hasSuffix(".") ? text.dropLast() : text[...]
        guard !bare.isEmpty else { return "it is empty" }
        guard bare.utf8.count <= 253 else { return "it has more than 253 bytes" }
        guard bare.utf8.allSatisfy({ $0 < 0x80 }) else { return "it is not ASCII: use the xn-- form of the name" }
        for label in bare.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty, label.utf8.count <= 63, label.first != "-", label.last != "-",
                label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            else { return "it is no host name" }
        }
        return nil
    }
}
