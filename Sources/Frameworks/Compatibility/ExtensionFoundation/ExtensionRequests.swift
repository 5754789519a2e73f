// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Varlink

/// What an extension answers to the system. Not for clients.
public struct _ExtensionRequests: Sendable {
    /// The methods of `backgroundassets.v1.Extension`.
    package var handlers: VarlinkHandlers

    /// An extension that answers nothing.
    public init() { handlers = VarlinkHandlers() }

    package init(handlers: VarlinkHandlers) { self.handlers = handlers }
}
