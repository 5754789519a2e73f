// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// Where an app is installed from.
enum AppSource: Sendable, CustomStringConvertible {
    /// A bundle that lies on this device.
    case folder(AppBundle)
    /// An archive that lies on this device, by its absolute path.
    case archive(path: String)
    /// An archive on a server.
    case remote(HTTPAddress)

    /// The origin of what a person names; pinned when an app is first installed.
    static let localOrigin = "local"
    /// The origin of apps that the distribution's packages bring.
    static let systemOrigin = "system"

    /// As it is recorded.
    var text: String {
        switch self {
        case .folder(let bundle): bundle.path
        case .archive(let path): path
        case .remote(let address): address.absoluteString
        }
    }

    /// For logs and errors: without the query of an address, which may be a secret.
    var description: String {
        if case .remote(let address) = self { "\(address)" } else { text }
    }

    /// Whom an app from here belongs to: the host, with its port when that is a port of its own, or `local`.
    var origin: String {
        guard case .remote(let address) = self, let host = address.url.host else { return Self.localOrigin }
        guard let port = address.url.port, port != 443 else { return host.lowercased() }
        return "\(host.lowercased()):\(port)"
    }

    /// What an installation is called until it is known which app the source holds: the last part of its path, as far as
    /// that may be an identifier.
    var provisionalName: String {
        let path =
            switch self {
            case .folder, .archive: text
            case .remote(let address): address.url.path.isEmpty ? origin : address.url.path
            }
        let last = path.split(separator: "/").last.map(String.init) ?? origin
        let name = String(last.map { IdentifierRule.allows(String($0)) || $0 == "." ? $0 : "_" }.prefix(100))
        return IdentifierRule.allows(name) ? name : "app"
    }
}
