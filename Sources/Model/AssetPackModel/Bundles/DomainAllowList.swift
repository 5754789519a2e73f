// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// BADownloadDomainAllowList: the hosts from which an app may have something fetched before its first launch.
package struct DomainAllowList: Hashable, Codable, Sendable {
    /// DNS names; one that begins with `*.` stands for every name that ends in the rest, at any depth, and not for the rest
    /// itself.
    package let names: [String]

    package init(_ names: [String]) { self.names = names }

    /// Whether something may be fetched from a host; as in DNS, letters are the same in either case.
    package func allows(_ host: String) -> Bool {
        let host = Self.normal(host)
        return names.contains { name in
            let name = Self.normal(name)
            return name.hasPrefix("*.") ? host.hasSuffix(name.dropFirst()) && host.count > name.count - 1 : host == name
        }
    }

    /// One spelling of a name, without the dot of the root.
    private static func normal(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
