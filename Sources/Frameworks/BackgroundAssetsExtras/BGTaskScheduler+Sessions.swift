// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import BackgroundTasks

extension BGTaskScheduler {
    /// What is done when the app is woken for its background URL sessions, as `.backgroundTask(.urlSession(…))` of a scene does: for apps
    /// without the module `SwiftUI`.
    ///
    /// - Parameters:
    ///   - identifier: of the session; nil for all sessions of the app.
    ///   - handler: is told the session's identifier. It makes the session again, whose delegate hears of what has ended, and returns when
    ///     that has been handled: the app may be ended then. It is cancelled when its time is up.
    public func register(
        forURLSessionWithIdentifier identifier: String?, handler: @escaping @Sendable (String) async -> Void
    ) {
        TaskActions.registerSessions(matching: { identifier == nil || identifier == $0 }, action: handler)
    }
}
