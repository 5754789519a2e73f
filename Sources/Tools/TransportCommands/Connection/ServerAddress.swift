// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Where a server is.
struct ServerAddress: Equatable, Sendable {
    /// What `apple` stands for.
    static let appStoreConnect = "https://api.appstoreconnect.apple.com"

    /// Scheme, host, port and what stands before all paths, with no slash at the end.
    let base: String
    let host: String
    /// Scheme, host and port.
    private let origin: String

    var isAppStoreConnect: Bool { base == Self.appStoreConnect }

    /// - `text`: an https address, or `apple`. One without TLS is taken of this machine alone: the token would be anybody's.
    init(_ text: String) throws(TransportError) {
        let address = text == "apple" ? Self.appStoreConnect : text
        guard let components = URLComponents(string: address), let host = components.host, !host.isEmpty,
            let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else { throw .setting("--server", "\(text) is no address of a server, as https://packs.example.com is one") }
        guard components.user == nil, components.password == nil, components.query == nil, components.fragment == nil
        else { throw .setting("--server", "an address ends with its path: no names, passwords and queries are in it") }
        guard scheme == "https" || Self.isThisMachine(host) else {
            throw .setting("--server", "\(text) is not encrypted: whoever listens would have the token; use https")
        }
        var base = address
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        self.host = host
        origin = Self.origin(components)
    }

    /// Whether an address is one of this server, so that it may have the token.
    func contains(_ address: String) -> Bool {
        URLComponents(string: address).map { Self.origin($0) == origin } ?? false
    }

    private static func origin(_ components: URLComponents) -> String {
        let scheme = components.scheme?.lowercased() ?? ""
        let port = components.port ?? (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(components.host?.lowercased() ?? ""):\(port)"
    }

    static func isThisMachine(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
