// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The addresses that stand in manifests: those of the request when the server's certificate covers them, so that a
/// device that reached it by one name fetches packs by the same one.
package struct ServedURL: Sendable {
    private let host: HostName
    private let port: Int
    private let identity: ServerIdentity

    package init(host: HostName, port: Int, identity: ServerIdentity) {
        self.host = host
        self.port = port
        self.identity = identity
    }

    /// `https://host:port`.
    package var base: String { "https://\(host.urlText):\(port)" }

    /// The same for a request that names this authority (`host`, `host:port`); a strange one is not repeated.
    package func base(forAuthority authority: String?) -> String {
        guard let authority, let (name, port) = Self.split(authority), let requested = try? HostName(name),
            identity.covers(requested)
        else { return base }
        return "https://\(requested.urlText)" + (port.map { ":\($0)" } ?? "")
    }

    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let search = end.map { authority[$0...] } ?? authority[...]
        guard let colon = search.lastIndex(of: ":") else { return (authority, nil) }
        guard let port = Int(authority[authority.index(after: colon)...]), (1...65535).contains(port) else {
            return nil
        }
        return (String(authority[..<colon]), port)
    }
}
