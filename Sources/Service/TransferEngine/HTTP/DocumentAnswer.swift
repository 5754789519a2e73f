// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient

/// What a server has answered for a document, whose body is still to come.
struct DocumentAnswer: Sendable {
    let response: HTTPClientResponse
    /// Where redirects led.
    let address: HTTPAddress
    let route: ProxyRoute?
    /// To be kept until the body has come: their end is that of their connections.
    let clients: ClientPair
}
