// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation
internal import ServiceInterface

/// Asks for time to do something while the app is not in front, and calls the app when it has come.
///
/// Handlers are registered while the app begins, before it submits requests; the app is started for them when it does not run.
///
/// `@unchecked Sendable`: it has nothing of its own.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    private static let own = BGTaskScheduler()

    /// The scheduler of this app.
    public class var shared: BGTaskScheduler { own }

    /// What continued tasks may ask for: nothing keeps an app from the graphics processor here, in front or not.
    public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { .gpu }

    /// What is done for tasks of an identifier.
    ///
    /// - `queue`: on which it is done; nil for one of the system's.
    /// - Returns: false for an identifier that has a handler already, or that the app's Info.plist does not list.
    @discardableResult open func register(
        forTaskWithIdentifier identifier: String, using queue: dispatch_queue_t?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        TaskRuntime.own.register(identifier, TaskHandler(queue: queue, launchHandler))
    }

    /// Asks for a task, in the place of what was asked for by its identifier before. A copy of the request is kept.
    ///
    /// - Throws: ``BGTaskScheduler/Error``.
    open func submit(_ taskRequest: BGTaskRequest) throws { try TaskRuntime.own.submit(taskRequest) }

    /// The same, for whoever does not wait.
    open func submitTaskRequest(
        _ taskRequest: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
    ) {
        let request = SentRequest(taskRequest)
        TaskRuntime.own.queue.async {
            let result = Result { try TaskRuntime.own.submit(request) }
            TaskRuntime.answer {
                switch result {
                case .success: completionHandler(nil)
                case .failure(let error): completionHandler(error)
                }
            }
        }
    }

    /// The same, for whoever waits in a task.
    ///
    /// - Throws: ``BGTaskScheduler/Error``.
    open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
        let request = SentRequest(taskRequest)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Swift.Error>) in
            TaskRuntime.own.queue.async {
                continuation.resume(with: Result { try TaskRuntime.own.submit(request) })
            }
        }
    }

    /// Takes back what was asked for and has not begun.
    open func cancel(taskRequestWithIdentifier identifier: String) { TaskRuntime.own.cancel(identifier) }

    /// Takes back all that was asked for and has not begun.
    open func cancelAllTaskRequests() { TaskRuntime.own.cancel(nil) }

    /// Hands over copies of what was asked for and has not begun.
    open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
        TaskRuntime.own.queue.async {
            let tasks = TaskRuntime.own.pending()
            TaskRuntime.answer { completionHandler(tasks.compactMap(\.request)) }
        }
    }

    /// Copies of what was asked for and has not begun.
    open func pendingTaskRequests() async -> [BGTaskRequest] {
        let tasks = await withCheckedContinuation { continuation in
            TaskRuntime.own.queue.async { continuation.resume(returning: TaskRuntime.own.pending()) }
        }
        return tasks.compactMap(\.request)
    }
}
