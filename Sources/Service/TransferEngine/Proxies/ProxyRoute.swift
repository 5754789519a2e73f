// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import NIOHTTP1

/// A way through a proxy, and what that is told.
struct ProxyRoute: Hashable, Sendable {
    let server: ProxyServer
    let authorization: ProxyAuthorization?

    /// As the client library takes it.
    var forClient: HTTPClient.Configuration.Proxy {
        .server(
            host: server.host, port: server.port, authorization: authorization?.forClient,
            connectHeaders: ["User-Agent": HTTPTransport.userAgent])
    }
}
