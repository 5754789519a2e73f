// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

extension ProxyPolicy {
    /// Asks the proxy that is in force what it can do.
    ///
    /// - Returns: why it does not answer, as goes on where its name ends; nil when it does, or there is none.
    package func problem(group: any EventLoopGroup) async -> String? {
        guard let (server, _) = server else { return nil }
        let route = ProxyAdmission.plainRoute(through: server)
        guard let error = await ProxyTunnel(group: group, route: route).problem() else { return nil }
        return HTTPTransport.words(for: error)
    }
}
