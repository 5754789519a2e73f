// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import BackgroundTasks

extension BGTaskScheduler {
    /// What is done for tasks of an identifier, as a function of Swift's concurrency.
    ///
    /// - Parameters:
    ///   - identifier: of the Info.plist's `BGTaskSchedulerPermittedIdentifiers`.
    ///   - handler: the task has ended when it returns, without success when it throws or was cancelled; it is cancelled when the task is to
    ///     end before.
    /// - Returns: false for an identifier that has a handler already, or that the Info.plist does not list.
    @discardableResult public func register(
        forTaskWithIdentifier identifier: String, handler: @escaping @Sendable (BGTask) async throws -> Void
    ) -> Bool {
        register(forTaskWithIdentifier: identifier, using: nil) { task in
            let work = Task { try await handler(task) }
            task.expirationHandler = { work.cancel() }
            Task {
                let isDone = if case .success = await work.result { !work.isCancelled } else { false }
                task.setTaskCompleted(success: isDone)
            }
        }
    }
}
