// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the host that handed out a build says of it: the property list `Receipt.plist` beside the Info.plist.
///
/// It is read for apps that set BAUsesAppleHosting: an Info.plist is the developer's and the same wherever a build goes,
/// a receipt is the host's, and names where the packs of this copy come from.
package struct BuildReceipt: Equatable, Sendable {
    /// Its name in the bundle.
    package static let fileName = "Receipt.plist"
    static let hostKey = "BAHostURL"
    static let tokenKey = "BADeviceToken"

    /// BAHostURL: the https URL under which the host serves `/manifest`.
    package var host: String
    /// BADeviceToken: what a host is shown that gives the packs of the app to some devices alone (RFC 6750); nil where it asks
    /// nobody.
    package var deviceToken: String?

    /// Takes what a receipt says in which `ReceiptRules` finds no obstacle; nil without a host.
    init?(_ list: PropertyList) {
        guard let host = list.string(Self.hostKey) else { return nil }
        self.host = host
        deviceToken = list.string(Self.tokenKey)
    }

    /// The receipt that a host writes for a build of this app.
    package static func list(bundleID: String, host: String, deviceToken: String? = nil) -> PropertyList {
        var values: [String: PropertyValue] = ["CFBundleIdentifier": .string(bundleID), hostKey: .string(host)]
        if let deviceToken { values[tokenKey] = .string(deviceToken) }
        return PropertyList(values)
    }
}
