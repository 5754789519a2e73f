// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is done next to reach a server.
enum ServerApproach: Sendable {
    /// It is connected to in this way.
    case connect(ClientVariant)
    /// The proxy on the way wants to know who asks first.
    case refusedByProxy(ProxyRefusal)
}
