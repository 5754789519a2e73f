// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where a server listens, and how it is reached, for what was given as its host.
package struct ListenAddress: Equatable, Sendable {
    /// How devices reach it.
    package let host: HostName
    /// The address to listen on.
    package let bindAddress: String
    /// Names and addresses that its certificate must cover.
    package let certificateHosts: [HostName]

    /// - Parameter host: nil for this machine only. An address is listened on as it is. A name means that other
    ///   machines are to reach the server, so it listens on all addresses, unless it is `localhost`.
    package init(host: HostName?) {
        let host = host ?? .localhost
        var reached = host
        switch host.kind {
        case .address:
            bindAddress = host.description
            // Nobody can connect to the address that stands for all.
            if host.isWildcard { reached = MachineNames.names.first ?? .localhost }
        case .name(let name) where name == "localhost" || name.hasSuffix(".localhost"):
            bindAddress = "127.0.0.1"
        case .name:
            bindAddress = Self.hasIPv6 ? "::" : "0.0.0.0"
        }
        self.host = reached
        let isOpen = host.isWildcard || bindAddress == "::" || bindAddress == "0.0.0.0"
        var hosts = [reached]
        let others = MachineNames.loopback + MachineNames.names + (isOpen ? MachineNames.addresses : [])
        for other in others where !hosts.contains(other) { hosts.append(other) }
        certificateHosts = hosts
    }

    /// Whether other machines can reach it.
    package var isOpenToOthers: Bool {
        !(bindAddress == "::1" || bindAddress.hasPrefix("127."))
    }

    /// Whether the kernel has IPv6 at all; a socket on `::` then serves IPv4 too.
    private static var hasIPv6: Bool { access("/proc/net/if_inet6", F_OK) == 0 }
}
