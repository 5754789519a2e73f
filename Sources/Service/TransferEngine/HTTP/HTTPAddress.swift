// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// An https address that may be fetched.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    package let url: URL

    /// The whole address, as it is asked for and recorded.
    package var absoluteString: String { url.absoluteString }

    /// The address for logs and errors: a query may be a signature that lets its holder fetch, so it is left out.
    package var description: String {
        Self.withoutQuery(url.absoluteString)
    }

    /// Host and port.
    var authority: String { "\(host):\(port)" }

    /// Without the brackets of an IPv6 address.
    var host: String { (url.host ?? "").trimmingCharacters(in: ["[", "]"]) }

    var port: Int { url.port ?? 443 }

    /// What stands in the request line: path and query.
    var requestTarget: String {
        let path = url.path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    }

    /// Reads an absolute https address, or a relative one against `base`.
    ///
    /// - Throws: `invalidURL` for any other scheme, for addresses without a host, and for ports that there are not.
    package init(_ text: String, relativeTo base: HTTPAddress? = nil) throws(TransferError) {
        guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL, let host = url.host, !host.isEmpty
        else { throw .invalidURL(Self.shown(text), reason: "it is no address with a host") }
        guard url.scheme?.lowercased() == "https" else {
            throw .invalidURL(
                Self.shown(text), reason: "its scheme is \(url.scheme ?? "missing"), and only https is allowed")
        }
        if let port = url.port, !(1...0xFFFF).contains(port) {
            throw .invalidURL(Self.shown(text), reason: "its port is \(port), and ports are from 1 to 65535")
        }
        guard url.user == nil, url.password == nil else {
            throw .invalidURL("the address at \(host)", reason: "it holds a user name or password")
        }
        self.url = url
    }

    /// The same address with parameters added to its query.
    package func adding(_ parameters: [(name: String, value: String)]) -> HTTPAddress {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return self }
        components.queryItems =
            (components.queryItems ?? []) + parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        guard let extended = components.url else { return self }
        return HTTPAddress(unchecked: extended)
    }

    /// A text that may be no address at all, for logs and errors: without what a query or a user's name and password may
    /// tell, wherever it leads.
    private static func shown(_ text: String) -> String {
        let text = withoutQuery(text)
        let scalars = text.unicodeScalars
        let start = text.range(of: "//")?.upperBound ?? text.startIndex
        let end = scalars[start...].firstIndex { $0 == "/" || $0 == "\\" } ?? text.endIndex
        guard let at = scalars[start..<end].lastIndex(of: "@") else { return text }
        return "\(text[..<start])…\(text[at...])"
    }

    private static func withoutQuery(_ text: String) -> String {
        text.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" }.map { text[..<$0] + "?…" } ?? text
    }

    private init(unchecked url: URL) { self.url = url }
}
