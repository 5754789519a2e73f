// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
internal import Synchronization

/// Coordinates tasks that load what URLs name.
///
/// A session of a background configuration has its tasks done by the service: they go on while the app is suspended, or has ended. All other
/// sessions are Foundation's own.
///
/// `@unchecked Sendable`: all that changes is behind locks, here or in Foundation.
open class URLSession: NSObject, @unchecked Sendable {
    /// Who does what tasks ask for.
    enum Engine {
        case foreground(FoundationNetworking.URLSession)
        case background(BackgroundSession)
    }

    private struct State {
        var sessionDescription: String?
        /// Kept until the session is invalidated.
        var delegate: (any URLSessionDelegate)?
        var isInvalid = false
        /// It takes no new tasks.
        var isEnding = false
    }

    private static let own = URLSession(configuration: .default)

    /// The session for what needs no configuration of its own.
    open class var shared: URLSession { own }

    /// A copy of what the session was made with.
    public let configuration: URLSessionConfiguration
    /// Where delegate methods and completion handlers are called.
    public let delegateQueue: OperationQueue
    let engine: Engine
    private let state: Mutex<State>

    public convenience init(configuration: URLSessionConfiguration) {
        self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
    }

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - configuration: Is copied.
    ///   - delegate: Kept until the session is invalidated.
    ///   - queue: Where the delegate's methods are called: one at a time on a queue of the session's own without it.
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        self.configuration = copy
        state = Mutex(State(delegate: delegate))
        let bridge = ForegroundDelegate(delegate)
        if let background = copy as? BackgroundConfiguration {
            delegateQueue = queue ?? Self.serialQueue()
            engine = .background(BackgroundSession.session(background))
        } else {
            let session = FoundationNetworking.URLSession(
                configuration: copy, delegate: delegate == nil ? nil : bridge, delegateQueue: queue)
            delegateQueue = session.delegateQueue
            engine = .foreground(session)
        }
        super.init()
        bridge.session = self
        if case .background(let session) = engine { session.attach(self) }
    }

    private static func serialQueue() -> OperationQueue {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return queue
    }

    /// Whoever hears of what happens; nil once the session is invalidated.
    public var delegate: (any URLSessionDelegate)? { state.withLock { $0.delegate } }

    /// Whether somebody hears. Not by the delegate itself, which would be held on to meanwhile.
    var hasDelegate: Bool { state.withLock { $0.delegate != nil } }

    open var sessionDescription: String? {
        get { state.withLock { $0.sessionDescription } }
        set { state.withLock { $0.sessionDescription = newValue } }
    }

    // MARK: Its end

    /// Takes no new tasks; the delegate is let go of when those that there are have ended.
    open func finishTasksAndInvalidate() {
        switch engine {
        case .foreground(let session): session.finishTasksAndInvalidate()
        case .background(let session): end(session, cancels: false)
        }
    }

    /// Cancels all tasks, and lets go of the delegate.
    open func invalidateAndCancel() {
        switch engine {
        case .foreground(let session): session.invalidateAndCancel()
        case .background(let session): end(session, cancels: true)
        }
    }

    private func end(_ session: BackgroundSession, cancels: Bool) {
        state.withLock { $0.isEnding = true }
        session.invalidate(self, cancels: cancels)
    }

    /// Why no task is begun in it any more; nil when one may be.
    var refusal: URLError? {
        guard state.withLock({ $0.isEnding }) else { return nil }
        return URLError(
            .backgroundSessionWasDisconnected,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "the session was invalidated before this task was made: make it in another session of the same identifier"
            ])
    }

    /// The last task has ended: the delegate is told so, and let go of.
    func becomeInvalid(_ error: (any Error)?) {
        let delegate = state.withLock { state in
            defer { (state.delegate, state.isInvalid) = (nil, true) }
            return state.isInvalid ? nil : state.delegate
        }
        guard let delegate else { return }
        delegateQueue.addOperation { delegate.urlSession(self, didBecomeInvalidWithError: error) }
    }

    /// Foundation's session has told its delegate so: that is let go of.
    func forgetDelegate() { state.withLock { ($0.delegate, $0.isInvalid) = (nil, true) } }

    open func reset(completionHandler: @escaping @Sendable () -> Void) {
        switch engine {
        case .foreground(let session): session.reset(completionHandler: completionHandler)
        case .background: delegateQueue.addOperation(completionHandler)
        }
    }

    open func flush(completionHandler: @escaping @Sendable () -> Void) {
        switch engine {
        case .foreground(let session): session.flush(completionHandler: completionHandler)
        case .background: delegateQueue.addOperation(completionHandler)
        }
    }

    // MARK: Its tasks

    open func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask])
            -> Void
    ) {
        switch engine {
        case .foreground(let session): session.getTasksWithCompletionHandler(completionHandler)
        case .background:
            getAllTasks { tasks in
                completionHandler(
                    tasks.filter { !($0 is URLSessionUploadTask) }.compactMap { $0 as? URLSessionDataTask },
                    tasks.compactMap { $0 as? URLSessionUploadTask }, tasks.compactMap { $0 as? URLSessionDownloadTask }
                )
            }
        }
    }

    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        switch engine {
        case .foreground(let session): session.getAllTasks(completionHandler: completionHandler)
        case .background(let session):
            let queue = delegateQueue
            session.whenOpen { tasks in queue.addOperation { completionHandler(tasks) } }
        }
    }

    /// The data, upload and download tasks that have not ended.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async {
            await withCheckedContinuation { continuation in
                getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
            }
        }
    }

    /// All tasks that have not ended.
    public var allTasks: [URLSessionTask] {
        get async {
            await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0) } }
        }
    }
}

extension URLSession {
    public typealias AuthChallengeDisposition = FoundationNetworking.URLSession.AuthChallengeDisposition
    public typealias ResponseDisposition = FoundationNetworking.URLSession.ResponseDisposition
    public typealias DelayedRequestDisposition = FoundationNetworking.URLSession.DelayedRequestDisposition
}
