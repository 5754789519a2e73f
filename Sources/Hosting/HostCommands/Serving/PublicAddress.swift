// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Where clients reach a host: as a person says, or as the server finds when it runs; nobody asks before.
final class PublicAddress: Sendable {
    private let isFixed: Bool
    private let state: Mutex<String>

    /// - `url`: as a person gives it; nil for what the server finds.
    init(_ url: String?) throws(HostCommandError) {
        isFixed = url != nil
        state = Mutex(try url.map { (url) throws(HostCommandError) in try Self.base(url) } ?? "")
    }

    /// Scheme, host and port.
    var base: String { state.withLock { $0 } }

    /// What the server has found.
    func found(_ base: String) { if !isFixed { state.withLock { $0 = base } } }

    private static func base(_ url: String) throws(HostCommandError) -> String {
        guard let parts = URLComponents(string: url), parts.scheme == "https", parts.host?.isEmpty == false,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil
        else { throw .setting("--public-url", "\(url) is not of the form https://HOST or https://HOST:PORT") }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
