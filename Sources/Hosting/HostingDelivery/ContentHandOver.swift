// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who sends the bytes of an answer in this process's place.
package enum ContentHandOver: Equatable, Sendable {
    /// The web server in front, out of a folder of its own: it is told an address of its own, which no client may ask for
    /// (`X-Accel-Redirect`). Ranges are its affair.
    case frontServer(path: String)
    /// Another server, which the client asks itself, at an address that is good for a while.
    ///
    /// - `lifetime`: seconds for which the client may go there again without asking.
    case elsewhere(url: String, lifetime: Int)
}
