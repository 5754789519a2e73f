// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import BackgroundTasks
internal import ServiceInterface

// For tests and debuggers, where the setting `developer-mode` of the service is on.
extension BGTaskScheduler {
    /// Has a request begin now, whatever it waits for.
    ///
    /// - Parameter identifier: of the request.
    /// - Throws: ``BGTaskScheduler/Error``.
    public func simulateLaunch(forTaskWithIdentifier identifier: String) throws {
        try TaskExtras.simulate(.launch, identifier)
    }

    /// Has a task that runs expire now.
    ///
    /// - Parameter identifier: of the task.
    /// - Throws: ``BGTaskScheduler/Error``.
    public func simulateExpiration(forTaskWithIdentifier identifier: String) throws {
        try TaskExtras.simulate(.expiration, identifier)
    }
}
