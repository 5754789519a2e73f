// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The background sessions of this process, for modules that are built on this one.
package enum BackgroundSessions {
    /// A handler for the events of one is about to be called: before it is, nobody hears that all has been told.
    package static func expectHandler(of identifier: String) { SessionHandlings.expect(identifier) }

    /// The handler has been called.
    package static func handlerWasCalled(of identifier: String) {
        if SessionHandlings.called(identifier) { BackgroundSession.tellDrained(identifier) }
    }

    /// Returns when the delegate of a session, where this process has one, has heard of all that happened, and has returned; or when the task
    /// is cancelled. The process may be ended afterwards.
    package static func waitUntilTold(_ identifier: String) async {
        guard BackgroundSession.hasDelegate(identifier) else { return }
        await SessionHandlings.waitUntilTold(identifier)
    }

    /// The handler has returned, or is not called after all.
    package static func handlerEnded(of identifier: String) {
        if SessionHandlings.end(identifier) { BackgroundSession.tellDrained(identifier) }
    }
}
