// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface
internal import Synchronization

/// Tells the delegate of a session, or the handler of one of its tasks, what has become of it: on the session's queue, one after the other.
struct SessionDelivery: Sendable {
    let task: any BackgroundTask
    private let session: URLSession

    init(_ task: any BackgroundTask, _ session: URLSession) {
        self.task = task
        self.session = session
    }

    func progress(from before: BackgroundWork.Count, to count: BackgroundWork.Count) {
        guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return }
        session.delegateQueue.addOperation { [session, task] in
            guard !task.work.isEndTold else { return }
            if count.sent > before.sent {
                delegate.urlSession(
                    session, task: task, didSendBodyData: count.sent - before.sent, totalBytesSent: count.sent,
                    totalBytesExpectedToSend: max(count.toSend, count.sent))
            }
            guard count.received > before.received, let task = task as? URLSessionDownloadTask,
                let delegate = delegate as? any URLSessionDownloadDelegate
            else { return }
            delegate.urlSession(
                session, downloadTask: task, didWriteData: count.received - before.received,
                totalBytesWritten: count.received, totalBytesExpectedToWrite: count.toReceive)
        }
    }

    /// - `size`: bytes of the whole file, where it is known.
    func resumed(at offset: Int64, of size: Int64) {
        let work = task.work
        guard let task = task as? URLSessionDownloadTask,
            let delegate = session.delegate as? any URLSessionDownloadDelegate
        else { return }
        session.delegateQueue.addOperation { [session] in
            guard !work.isEndTold else { return }
            delegate.urlSession(
                session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: size)
        }
    }

    func waiting() {
        guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return }
        session.delegateQueue.addOperation { [session, task] in
            guard !task.work.isEndTold else { return }
            delegate.urlSession(session, taskIsWaitingForConnectivity: task)
        }
    }

    /// - `answer`: called once, from any thread.
    func ask(_ challenge: URLAuthenticationChallenge, _ answer: @escaping @Sendable (ChallengeReply) -> Void) {
        guard let delegate = session.delegate else { return answer(ChallengeReply(.performDefaultHandling)) }
        let question = Question(challenge: challenge)
        let isAnswered = Atomic(false)
        let once: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = { disposition, credential in
            if !isAnswered.exchange(true, ordering: .relaxed) { answer(ChallengeReply(disposition, credential)) }
        }
        session.delegateQueue.addOperation { [session, task] in
            guard !task.work.isEndTold else { return once(.performDefaultHandling, nil) }
            // Its default asks the method for the session as a whole.
            if let delegate = delegate as? any URLSessionTaskDelegate {
                delegate.urlSession(session, task: task, didReceive: question.challenge, completionHandler: once)
            } else {
                delegate.urlSession(session, didReceive: question.challenge, completionHandler: once)
            }
        }
    }

    /// @unchecked Sendable: the delegate alone has the challenge.
    private struct Question: @unchecked Sendable {
        let challenge: URLAuthenticationChallenge
    }

    /// - `path`: where what has come lies, until `concluded` is called.
    /// - `concluded`: called when all have returned.
    func end(
        _ handler: BackgroundWork.Handler?, _ response: URLResponse?, path: URL?, _ error: (any Error)?,
        concluded: @escaping @Sendable () -> Void
    ) {
        let delegate = session.delegate
        session.delegateQueue.addOperation { [self] in
            // What is told of it on another thread comes behind no end.
            task.work.noteEndTold()
            switch handler {
            case .data(let handler)?:
                let (data, failure) = read(path, error)
                handler(data, response, failure)
                concluded()
            case .file(let handler)?:
                handler(error == nil ? path : nil, response, error)
                concluded()
            case nil: tell(delegate, response, path, error, concluded)
            }
        }
    }

    private func tell(
        _ delegate: (any URLSessionDelegate)?, _ response: URLResponse?, _ path: URL?, _ error: (any Error)?,
        _ concluded: @escaping @Sendable () -> Void
    ) {
        let taskDelegate = delegate as? any URLSessionTaskDelegate
        if error == nil, let path, let task = task as? URLSessionDownloadTask {
            (delegate as? any URLSessionDownloadDelegate)?
                .urlSession(session, downloadTask: task, didFinishDownloadingTo: path)
        } else if error == nil, let task = task as? URLSessionDataTask, let response,
            let dataDelegate = delegate as? any URLSessionDataDelegate
        {
            // What the delegate decides may come later, from anywhere.
            let isDecided = Atomic(false)
            return dataDelegate.urlSession(session, dataTask: task, didReceive: response) { [session] disposition in
                guard !isDecided.exchange(true, ordering: .relaxed) else { return }
                session.delegateQueue.addOperation { [self] in
                    let (data, failure) = disposition == .allow ? read(path, nil) : (nil, URLError(.cancelled))
                    if let data, !data.isEmpty { dataDelegate.urlSession(session, dataTask: task, didReceive: data) }
                    dataDelegate.urlSession(session, task: task, didCompleteWithError: failure)
                    concluded()
                }
            }
        }
        taskDelegate?.urlSession(session, task: task, didCompleteWithError: error)
        concluded()
    }

    /// What has come, as the app wants it in its memory.
    private func read(_ path: URL?, _ error: (any Error)?) -> (Data?, (any Error)?) {
        guard error == nil, let path else { return (nil, error) }
        do { return (try Data(contentsOf: path), nil) } catch { return (nil, error) }
    }
}
