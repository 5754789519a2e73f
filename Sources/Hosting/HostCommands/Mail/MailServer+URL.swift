// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel

extension MailServer {
    /// Reads `smtp://USER@HOST:PORT`, `smtps://…`, or `smtp://HOST?tls=none`.
    ///
    /// - `sender`: whom mail is from.
    init(url: String, password: String?, sender: MailAddress) throws(HostCommandError) {
        func invalid(_ reason: String) -> HostCommandError { .setting("the URL", "\(url) \(reason)") }
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else {
            throw invalid("is not of the form smtp://USER@HOST:PORT or smtps://USER@HOST")
        }
        guard ["", "/"].contains(parts.path), parts.fragment == nil else { throw invalid("has a path: leave it out") }
        guard parts.password == nil else {
            throw invalid("names a password, which others would see: use --password-file")
        }
        var security: Security
        switch parts.scheme?.lowercased() {
        case "smtp": security = .startTLS
        case "smtps": security = .implicit
        default: throw invalid("begins with neither smtp:// nor smtps://")
        }
        for item in parts.queryItems ?? [] {
            guard item.name == "tls", item.value == "none", security == .startTLS else {
                throw invalid("says \(item.name): only smtp://HOST?tls=none is known")
            }
            security = .none
        }
        let name = host.lowercased()
        guard security != .none || name == "localhost" || name == "[::1]" || Self.isLoopback(name) else {
            throw invalid("would send mail over a network without TLS: tls=none is for a server on this machine")
        }
        if let port = parts.port, !(1...65_535).contains(port) {
            throw invalid("names the port \(port), which is none")
        }
        guard security != .none || parts.user == nil else { throw invalid("would send a password without TLS") }
        guard (parts.user == nil) == (password == nil) else {
            throw parts.user == nil
                ? invalid("names no user whose the password is: smtp://USER@HOST")
                : .setting("--password-file", "it is missing")
        }
        self.init(
            host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: parts.port ?? (security == .implicit ? 465 : security == .startTLS ? 587 : 25), security: security,
            user: parts.user, password: password, sender: sender.description)
    }

    private static func isLoopback(_ text: String) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }

    /// As a person gave it, without the password.
    var url: String {
        let scheme = security == .implicit ? "smtps" : "smtp"
        let name =
            user.flatMap { $0.addingPercentEncoding(withAllowedCharacters: .urlUserAllowed) }.map { $0 + "@" } ?? ""
        let place = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)\(place):\(port)\(security == .none ? "?tls=none" : "")"
    }
}
