// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
internal import NIOCore

/// What comes with a request.
package struct HostRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// That of the connection, which back-pressure is taken from.
    let eventLoop: any EventLoop
    /// Of the other end of the connection, without its port; nil where it has none.
    package let clientAddress: String?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        eventLoop = source.channel.eventLoop
        clientAddress = source.channel.remoteAddress?.ipAddress
    }
}
