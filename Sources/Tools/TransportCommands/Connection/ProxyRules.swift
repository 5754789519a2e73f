// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import FoundationEssentials

/// The proxy that the environment names (`https_proxy`, else `all_proxy`, in small or capital letters), and the hosts that are
/// reached without it (`no_proxy`). This machine always is.
struct ProxyRules: Sendable {
    /// As the client library takes it; nil for none.
    let proxy: HTTPClient.Configuration.Proxy?
    private let exceptions: [String]

    init(environment: [String: String]) throws(TransportError) {
        func value(_ name: String) -> (name: String, text: String)? {
            for name in [name, name.uppercased()] {
                if let text = environment[name], !text.isEmpty { return (name, text) }
            }
            return nil
        }
        exceptions = (value("no_proxy")?.text ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
        guard let (name, text) = value("https_proxy") ?? value("all_proxy") else {
            proxy = nil
            return
        }
        // What it says may have a password in it, and is not shown.
        guard let components = URLComponents(string: text.contains("://") ? text : "http://\(text)"),
            components.scheme?.lowercased() == "http", let host = components.host, !host.isEmpty
        else {
            throw .setting(name, "it is no address of a proxy of the form http://HOST:PORT; others are not supported")
        }
        proxy = .server(
            host: host, port: components.port ?? 80,
            authorization: components.user.map { .basic(username: $0, password: components.password ?? "") })
    }

    /// - `host`: without brackets.
    func applies(to host: String) -> Bool {
        guard proxy != nil, !ServerAddress.isThisMachine(host) else { return false }
        let host = host.lowercased()
        return !exceptions.contains { exception in
            if exception == "*" { return true }
            // A point at its beginning, and a star, mean the same as none: the domain and what is below it.
            let domain = exception.drop { $0 == "*" || $0 == "." }
            return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
        }
    }
}
