// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingIdentity
internal import Synchronization

/// Where clients reach a host: as a person says, or as the server finds when it runs; nobody asks before.
final class PublicAddress: Sendable {
    private let isFixed: Bool
    private let state: Mutex<String>

    /// As a person gives it, or as the server will find it.
    init(_ configuration: HostConfiguration) throws(HostCommandError) {
        let base = try Self.base(configuration)
        isFixed = base != nil
        state = Mutex(base ?? "")
    }

    /// - `recorded`: what a server has found.
    init(_ configuration: HostConfiguration, recorded: String?) throws(HostCommandError) {
        guard let base = try Self.base(configuration) ?? recorded else { throw .noServer }
        isFixed = true
        state = Mutex(base)
    }

    /// Scheme, host and port.
    var base: String { state.withLock { $0 } }

    /// What the server has found.
    func found(_ base: String) { if !isFixed { state.withLock { $0 = base } } }

    private static func base(_ configuration: HostConfiguration) throws(HostCommandError) -> String? {
        guard let url = configuration.text(.publicURL) else { return nil }
        guard let parts = URLComponents(string: url), parts.scheme == "https", isHost(parts.host),
            parts.port.map((1...65_535).contains) ?? true, ["", "/"].contains(parts.path), parts.query == nil,
            parts.fragment == nil, parts.user == nil
        else { throw configuration.invalid(.publicURL, "\(url) is not of the form https://HOST or https://HOST:PORT") }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    private static func isHost(_ text: String?) -> Bool {
        guard let text else { return false }
        do throws(IdentityError) { return !(try HostName(text)).isWildcard } catch { return false }
    }
}
