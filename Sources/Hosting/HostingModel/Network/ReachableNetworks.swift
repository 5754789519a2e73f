// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where a host sends something to an address that anybody of a team may name: to the Internet, and to what its configuration allows
/// beside that. Else a web hook would reach what only the machines around the host are meant to.
package struct ReachableNetworks: Equatable, Sendable {
    /// Those that are for special purposes, and are reached from nowhere or from nearby only (the registries of RFC 6890).
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        // What leads to addresses of version 4 in disguise, and the documentation's.
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap(IPNetwork.init)

    /// The part of version 6 that is given out for the Internet; all else of it is for special purposes.
    private static let global = ["2000::/3"].compactMap(IPNetwork.init)

    private let allowed: [IPNetwork]

    /// - `allowed`: beside the Internet.
    package init(allowed: [IPNetwork] = []) { self.allowed = allowed }

    package func contains(_ address: IPAddress) -> Bool {
        if allowed.contains(where: { $0.contains(address) }) { return true }
        if address.bytes.count == 16, !Self.global.contains(where: { $0.contains(address) }) { return false }
        return !Self.special.contains { $0.contains(address) }
    }
}
