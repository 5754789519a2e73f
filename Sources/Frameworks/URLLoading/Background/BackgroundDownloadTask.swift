// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// A download task of a background session.
///
/// `@unchecked Sendable`: as Foundation's tasks are; what changes is in its work.
final class BackgroundDownloadTask: URLSessionDownloadTask, BackgroundTask, @unchecked Sendable {
    let work: BackgroundWork

    init(_ work: BackgroundWork) {
        self.work = work
        super.init()
        work.setTask(self)
    }

    override var taskIdentifier: Int { Int(work.number) }
    override var originalRequest: URLRequest? { work.originalRequest }
    override var currentRequest: URLRequest? { work.currentRequest }
    override var response: URLResponse? { work.response }
    override var countOfBytesReceived: Int64 { work.count.received }
    override var countOfBytesSent: Int64 { work.count.sent }
    override var countOfBytesExpectedToSend: Int64 { work.count.toSend }
    override var countOfBytesExpectedToReceive: Int64 { work.count.toReceive }
    override var countOfBytesClientExpectsToSend: Int64 {
        get { work.expectedToSend }
        set { work.expectedToSend = newValue }
    }
    override var countOfBytesClientExpectsToReceive: Int64 {
        get { work.expectedToReceive }
        set { work.expectedToReceive = newValue }
    }
    override var state: URLSessionTask.State { work.status }
    override var error: (any Error)? { work.error }
    override var earliestBeginDate: Date? {
        get { work.earliestBegin }
        set { work.earliestBegin = newValue }
    }
    override var priority: Float { didSet { work.tellChange() } }
    override var taskDescription: String? { didSet { work.tellChange() } }
    override func resume() { work.resume() }
    override func suspend() { work.suspend() }
    override func cancel() { work.cancel() }

    override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        work.cancel(keeping: completionHandler)
    }
}
