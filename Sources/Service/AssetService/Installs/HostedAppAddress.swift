// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import TransferEngine

/// The address of an app on a host that hands out its packs, too: `https://HOST/apps/BUNDLE-ID?context=CONTEXT`. Where its last
/// part is the identifier of the app that comes from it, the packs of a context are served one step below.
struct HostedAppAddress: Equatable {
    /// Where nobody says which.
    private static let usualContext = "appstore"

    /// What a receipt names.
    let host: String
    /// Scheme, host and port.
    private let place: String

    /// - Returns: nil for an app that does not go by a receipt, and for another address.
    init?(_ source: AppSource, of information: AppInformation) {
        guard information.usesAppleHosting, case .remote(let address) = source,
            var components = URLComponents(url: address.url, resolvingAgainstBaseURL: true)
        else { return nil }
        var path = components.percentEncodedPath[...]
        while path.hasSuffix("/") { path = path.dropLast() }
        guard path.split(separator: "/").last.map(String.init) == information.bundleID else { return nil }
        let context = components.queryItems?.first { $0.name == "context" }?.value ?? Self.usualContext
        guard IdentifierRule.allows(context) else { return nil }
        place = Self.place(of: components)
        (components.query, components.fragment) = (nil, nil)
        components.percentEncodedPath = path + "/" + context
        guard let host = components.string else { return nil }
        self.host = host
    }

    /// The token that a receipt has, if it is for this host and not another's.
    func token(of receipt: BuildReceipt?) -> String? {
        guard let receipt, let components = URLComponents(string: receipt.host), Self.place(of: components) == place
        else { return nil }
        return receipt.deviceToken
    }

    private static func place(of components: URLComponents) -> String {
        "\(components.scheme ?? "")://\(components.host?.lowercased() ?? ""):\(components.port ?? 443)"
    }
}
