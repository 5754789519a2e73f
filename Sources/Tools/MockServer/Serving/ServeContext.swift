// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
internal import NIOCore

/// What a request brings along: who sent it.
package struct ServeContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the other end, without its port.
    package let client: String
    let eventLoop: any EventLoop

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        eventLoop = source.channel.eventLoop
        client = source.channel.remoteAddress?.ipAddress ?? "–"
    }
}
