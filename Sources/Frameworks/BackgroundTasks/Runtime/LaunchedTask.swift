// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import ServiceInterface
internal import Synchronization

/// A run of a task in this process.
///
/// `@unchecked Sendable`: all that changes is behind its lock; what an app hands over to be called when it expires is called once, where
/// the app's own handler is.
final class LaunchedTask: @unchecked Sendable {
    private struct State {
        var hasEnded = false
        var expirationHandler: (() -> Void)?
        /// It was told to end before somebody could be told.
        var expiration: TaskEvent.Expiration?
        var title: String
        var subtitle: String
        var progress: Progress?
        /// What was told of it.
        var told: (fraction: Double, completed: Int64) = (0, 0)
    }

    private static let noHandler = "it is to end, and its app has set no expirationHandler that could be told"
    /// Seconds between two looks at how far a continued task is.
    private static let pause = 1.0

    let run: Int64
    let task: BackgroundTask
    let handler: TaskHandler
    private let runtime: TaskRuntime
    private let lock = NSLock()
    private var state: State
    private var timer: (any DispatchSourceTimer)?

    init(run: Int64, _ task: BackgroundTask, handler: TaskHandler, runtime: TaskRuntime) {
        self.run = run
        self.task = task
        self.handler = handler
        self.runtime = runtime
        state = State(title: task.title ?? "", subtitle: task.subtitle ?? "")
    }

    /// What its app is handed.
    func makeTask() -> BGTask {
        switch task.kind {
        case .refresh, .sessionEvents, .unknown: BGAppRefreshTask(self)
        case .processing: BGProcessingTask(self)
        case .healthResearch: BGHealthResearchTask(self)
        case .continued: BGContinuedProcessingTask(self)
        }
    }

    var expirationHandler: (() -> Void)? {
        get { lock.withLock { state.expirationHandler } }
        set {
            let isLate = lock.withLock {
                // Told to end before there was a handler: it is called at once.
                let isLate = newValue != nil && state.expiration != nil && !state.hasEnded
                state.expirationHandler = isLate ? nil : newValue
                return isLate
            }
            if isLate { newValue?() }
        }
    }

    /// Why it was told to end; nil while it was not.
    var expiration: TaskEvent.Expiration? { lock.withLock { state.expiration } }

    var texts: (title: String, subtitle: String) { lock.withLock { (state.title, state.subtitle) } }

    /// - `failure`: why, where the app itself does not say so.
    func complete(success: Bool, failure: String? = nil) {
        let isFirst = lock.withLock {
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        end()
        runtime.complete(self, success: success, failure: failure)
    }

    /// The task is to end.
    func expire(_ reason: TaskEvent.Expiration) {
        handler.perform { [self] in takeExpiration(reason)?() }
        handler.performIfBusy { [self] in
            let isBound = handler.isMain && lock.withLock { state.expirationHandler != nil }
            if !isBound { takeExpiration(reason)?() }
        }
    }

    /// What is to be done when it is to end; nil when that is begun already.
    private func takeExpiration(_ reason: TaskEvent.Expiration) -> (() -> Void)? {
        lock.withLock {
            guard !state.hasEnded, state.expiration == nil else { return nil }
            state.expiration = reason
            defer { state.expirationHandler = nil }
            return state.expirationHandler ?? { self.complete(success: false, failure: Self.noHandler) }
        }
    }

    // MARK: Progress

    func watch(_ progress: Progress) {
        lock.withLock { state.progress = progress }
        let timer = DispatchSource.makeTimerSource(queue: runtime.queue)
        timer.schedule(deadline: .now() + Self.pause, repeating: Self.pause)
        timer.setEventHandler { [weak self] in self?.report() }
        lock.withLock { self.timer = timer }
        timer.resume()
    }

    func setTexts(title: String, subtitle: String, progress: Progress) {
        lock.withLock { (state.title, state.subtitle) = (title, subtitle) }
        runtime.report(
            run, fraction: progress.fractionCompleted, completed: progress.completedUnitCount, title: title,
            subtitle: subtitle)
    }

    private func report() {
        let changed = lock.withLock { () -> (fraction: Double, completed: Int64)? in
            guard !state.hasEnded, let progress = state.progress else { return nil }
            let now = (fraction: progress.fractionCompleted, completed: progress.completedUnitCount)
            // Who finds more to do on the way has done less of the whole, and gets on all the same; so does who begins with the next part.
            guard now != state.told else { return nil }
            state.told = now
            return now
        }
        if let changed { runtime.report(run, fraction: changed.fraction, completed: changed.completed) }
    }

    private func end() {
        lock.withLock {
            timer?.cancel()
            timer = nil
            state.expirationHandler = nil
        }
    }
}
