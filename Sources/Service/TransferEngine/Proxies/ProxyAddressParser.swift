// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Reads `http://USER:PASSWORD@HOST:PORT`, of which all but the host can be missing.
struct ProxyAddressParser {
    /// Where curl looks for a proxy that is named without a port.
    private static let defaultPort = 1080
    private static let longest = 4096

    private let scheme: String?
    private let userInformation: Substring?
    private let authority: Substring
    private let rest: Substring

    private init(_ text: String) throws(ProxyAddressError) {
        guard text.utf8.count <= Self.longest else { throw .noHost }
        var remaining = Substring(text)
        if let range = remaining.range(of: "://") {
            scheme = remaining[..<range.lowerBound].lowercased()
            remaining = remaining[range.upperBound...]
        } else {
            scheme = nil
        }
        let end = remaining.firstIndex { "/?#".contains($0) } ?? remaining.endIndex
        rest = remaining[end...]
        remaining = remaining[..<end]
        if let at = remaining.lastIndex(of: "@") {
            userInformation = remaining[..<at]
            authority = remaining[remaining.index(after: at)...]
        } else {
            userInformation = nil
            authority = remaining
        }
    }

    /// As a person sets it: everything is named, and nothing is secret.
    static func parse(setting text: String) throws(ProxyAddressError) -> ProxyServer {
        let parser = try ProxyAddressParser(text)
        guard parser.userInformation == nil else { throw .userInformation }
        guard let scheme = parser.scheme else { throw .noHost }
        guard scheme == "http" else { throw .scheme(scheme) }
        guard parser.rest.isEmpty || parser.rest == "/" else { throw .more }
        let (host, port) = try parser.hostAndPort()
        guard let port else { throw .noPort }
        return ProxyServer(host: host, port: port)
    }

    /// As curl reads it from the environment.
    static func parse(variable text: String) throws(ProxyAddressError) -> ProxyServer {
        let parser = try ProxyAddressParser(text)
        if let scheme = parser.scheme, scheme != "http" { throw .scheme(scheme) }
        let (host, port) = try parser.hostAndPort()
        return ProxyServer(host: host, port: port ?? defaultPort, credential: parser.credential)
    }

    private func hostAndPort() throws(ProxyAddressError) -> (host: String, port: Int?) {
        var host = authority
        var port: Substring?
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { throw .noHost }
            let behind = host[host.index(after: end)...]
            guard behind.isEmpty || behind.first == ":" else { throw .noHost }
            port = behind.isEmpty ? nil : behind.dropFirst()
            host = host[host.index(after: host.startIndex)..<end]
            guard NetworkAddress(String(host)) != nil else { throw .noHost }
        } else if let colon = host.lastIndex(of: ":") {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        // Nothing that a request or a terminal would stumble over.
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .noHost }
        guard let port else { return (String(host), nil) }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), (1...65535).contains(number)
        else { throw .noPort }
        return (String(host), number)
    }

    private var credential: HTTPCredential? {
        guard let userInformation, !userInformation.isEmpty else { return nil }
        let parts = userInformation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        func decoded(_ part: Substring) -> String { String(part).removingPercentEncoding ?? String(part) }
        return HTTPCredential(user: decoded(parts[0]), password: parts.count > 1 ? decoded(parts[1]) : "")
    }
}
