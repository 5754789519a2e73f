// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
internal import ServiceInterface

/// What a task of a background session asks for, how far it is, and who hears of it.
///
/// None of its methods waits for the service or for a delegate: they are called where tasks of Swift's concurrency are cancelled, which hold
/// locks then.
///
/// `@unchecked Sendable`: all that changes is behind the lock.
final class BackgroundWork: @unchecked Sendable {
    /// What is called in the place of a delegate.
    enum Handler: Sendable {
        case data(URLSession.DataHandler)
        case file(URLSession.FileHandler)
    }

    /// Bytes.
    struct Count: Sendable {
        var sent: Int64 = 0
        var received: Int64 = 0
        var toSend: Int64 = 0
        var toReceive: Int64 = NSURLSessionTransferSizeUnknown

        /// Has the progress of a task be at it, where something is known.
        func show(in progress: Progress, of kind: SessionTask.Kind) {
            if kind == .upload, toSend > 0 {
                (progress.totalUnitCount, progress.completedUnitCount) = (toSend, sent)
            } else if toReceive > 0 {
                (progress.totalUnitCount, progress.completedUnitCount) = (toReceive, received)
            }
        }
    }

    /// What becomes of an end that the service tells.
    enum Ending {
        case tell(any BackgroundTask, Handler?, before: Count)
        /// It is told, or is just being told, and concluded with that.
        case isTold
        /// Nobody has the task any more.
        case isNobodys
    }

    struct State {
        var (expectedToSend, expectedToReceive) = (NSURLSessionTransferSizeUnknown, NSURLSessionTransferSizeUnknown)
        weak var task: (any BackgroundTask)?
        var status = URLSessionTask.State.suspended
        /// The service has been asked for it.
        var isSent = false
        /// It is known to the service.
        var isAdded = false
        var response: URLResponse?
        var finalURL: URL?
        var error: (any Error)?
        var count = Count()
        var handler: Handler?
        var earliestBegin: Date?
        /// Its delegate knows that it waits.
        var isKnownToWait = false
        /// It was cancelled, and what it can go on by is waited for.
        var isKeeping = false
        /// Its end is told, or is just being told.
        var hasEnded = false
        /// A delegate, or a handler, has begun to hear of it: it hears of nothing else.
        var isEndTold = false
    }

    let number: Int64
    let kind: SessionTask.Kind
    let originalRequest: URLRequest?
    let initialDescription: String?
    let initialPriority: Float?
    /// The object that has made it, or the newest that there was when an earlier process's came back.
    let session: URLSession?
    let content: UploadContent?
    let resumeID: String?
    let background: BackgroundSession
    /// Why nothing comes of it: its session was not to have it any more.
    private let refusal: URLError?
    private let lock = NSLock()
    private var state = State()

    init(
        number: Int64, _ kind: SessionTask.Kind, _ request: URLRequest?, _ content: UploadContent?, resumeID: String?,
        of background: BackgroundSession, session: URLSession, handler: Handler?
    ) {
        self.number = number
        self.kind = kind
        originalRequest = request
        initialDescription = nil
        initialPriority = nil
        self.content = content
        self.resumeID = resumeID
        self.background = background
        self.session = session
        refusal = session.refusal
        state.handler = handler
    }

    /// One that an earlier process of the app has begun.
    init(_ record: SessionTaskRecord, of background: BackgroundSession, session: URLSession?) {
        number = record.task.number
        kind = record.task.kind
        var request = URLRequest(record.task.request)
        request.allowsExpensiveNetworkAccess = record.task.allowsExpensive ?? true
        originalRequest = request
        initialDescription = record.task.text
        initialPriority = record.task.priority.map(Float.init)
        content = nil
        resumeID = nil
        refusal = nil
        self.background = background
        self.session = session
        state.status = record.state == .suspended ? .suspended : .running
        state.isSent = true
        state.isAdded = true
        state.earliestBegin = record.task.earliestBegin.map(Date.init(timeIntervalSince1970:))
        state.expectedToSend = record.task.expectedToSend ?? state.expectedToSend
        state.expectedToReceive = record.task.expectedToReceive ?? state.expectedToReceive
        state.response = record.answer.flatMap { HTTPURLResponse($0) }
        state.count.sent = record.sentBytes
        state.count.toSend = record.uploadBytes ?? 0
        state.count.received = record.receivedBytes
        state.count.toReceive = record.totalBytes ?? NSURLSessionTransferSizeUnknown
    }

    /// The object for one that an earlier process has begun.
    func makeTask() -> any BackgroundTask {
        switch kind {
        case .download: BackgroundDownloadTask(self)
        case .upload: BackgroundUploadTask(self)
        case .data, .unknown: BackgroundDataTask(self)
        }
    }

    /// - `task`: it has what its app has said of it before, and can be cancelled and held back by its progress.
    func setTask(_ task: any BackgroundTask) {
        task.taskDescription = initialDescription
        if let initialPriority { task.priority = initialPriority }
        let progress = task.progress
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = { [weak self] in self?.cancel() }
        progress.pausingHandler = { [weak self] in self?.suspend() }
        progress.resumingHandler = { [weak self] in self?.resume() }
        count.show(in: progress, of: kind)
        withState { $0.task = task }
    }

    func withState<Value>(_ body: (inout State) -> Value) -> Value { lock.withLock { body(&state) } }

    // MARK: How it is

    var status: URLSessionTask.State { withState { $0.status } }
    var response: URLResponse? { withState { $0.response } }
    var error: (any Error)? { withState { $0.error } }
    var count: Count { withState { $0.count } }
    var hasHandler: Bool { withState { $0.handler != nil } }
    /// The service is asked for it, or was.
    var wasSent: Bool { withState { $0.isSent } }
    var task: (any BackgroundTask)? { withState { $0.task } }
    var isKnownToService: Bool { withState { $0.isAdded } }
    var isEndTold: Bool { withState { $0.isEndTold } }
    func noteEndTold() { withState { $0.isEndTold = true } }

    func setCountToSend(_ count: Int64) { withState { $0.count.toSend = count } }

    /// When it may begin.
    var earliestBegin: Date? {
        get { withState { $0.earliestBegin } }
        set { withState { $0.earliestBegin = newValue } }
    }

    /// Bytes that its app expects. Kept here: Foundation would have the progress of the task go by them.
    var expectedToSend: Int64 {
        get { withState { $0.expectedToSend } }
        set { withState { $0.expectedToSend = newValue } }
    }
    var expectedToReceive: Int64 {
        get { withState { $0.expectedToReceive } }
        set { withState { $0.expectedToReceive = newValue } }
    }

    /// The request that redirects have led to.
    var currentRequest: URLRequest? {
        var request = originalRequest
        if let url = withState({ $0.finalURL }) { request?.url = url }
        return request
    }

    // MARK: What its app does

    func resume() {
        let (begins, goesOn) = withState { state in
            guard state.status == .suspended else { return (false, false) }
            state.status = .running
            defer { state.isSent = true }
            return (!state.isSent, state.isSent)
        }
        if goesOn { change(isSuspended: false) }
        if begins { begin() }
    }

    func suspend() {
        let holds = withState { state in
            guard state.status == .running else { return false }
            state.status = .suspended
            return state.isSent
        }
        if holds { change(isSuspended: true) }
        // Nobody waits for what its app holds back.
        background.lookAtLeavers()
    }

    /// Its priority, or its description, is another one.
    func tellChange() {
        let task = withState { $0.isSent && $0.status != .completed ? $0.task : nil }
        guard let task else { return }
        change(priority: Double(task.priority).asPriority, text: task.taskDescription ?? "")
    }

    private func change(isSuspended: Bool? = nil, priority: Double? = nil, text: String? = nil) {
        background.call(
            SessionsInterface.Change(
                session: background.identifier, number: number, isSuspended: isSuspended, priority: priority,
                text: text))
    }

    func cancel() {
        guard let wasSent = beginCancelling() else { return }
        if wasSent { background.call(SessionsInterface.Cancel(session: background.identifier, number: number)) }
        fail(URLError(.cancelled))
    }

    /// Cancels a download, and hands over what another one goes on by.
    func cancel(keeping handler: @escaping (Data?) -> Void) {
        let queue = session?.delegateQueue
        let handler = ResumeDataHandler(handler)
        @Sendable func handOver(_ data: Data?) {
            if let queue { queue.addOperation { handler.call(data) } } else { handler.call(data) }
        }
        @Sendable func end(_ data: Data?) {
            var information: [String: Any] = [:]
            if let data { information[NSURLSessionDownloadTaskResumeData] = data }
            handOver(data)
            fail(URLError(.cancelled, userInfo: information))
        }
        // It has ended, or is being cancelled, which hands over what there is.
        guard let wasSent = beginCancelling(keeps: true) else { return handOver(nil) }
        guard wasSent else { return end(nil) }
        let request = originalRequest
        background.call(
            SessionsInterface.Cancel(session: background.identifier, number: number, keeps: true)
        ) { reply in
            let id = try? reply.get().resumeID
            end(id.flatMap { Resumption(id: $0, of: request).data })
        }
    }

    /// - Returns: whether the service knows of it; nil for one that has ended.
    private func beginCancelling(keeps: Bool = false) -> Bool? {
        withState { state in
            guard state.status == .running || state.status == .suspended else { return nil }
            state.status = .canceling
            state.isKeeping = keeps && state.isSent
            return state.isSent
        }
    }

    // MARK: Its beginning

    private func begin() {
        if let refusal = refusal ?? background.refusal { return fail(refusal) }
        do {
            let (task, file) = try description()
            background.call(SessionsInterface.Add(session: background.identifier, task: task)) { [self] reply in
                if let file { try? FileManager.default.removeItem(at: file) }
                switch reply {
                case .success: withState { $0.isAdded = true }
                case .failure(let error): fail(URLError(service: error))
                }
            }
        } catch { fail(error) }
    }
}
