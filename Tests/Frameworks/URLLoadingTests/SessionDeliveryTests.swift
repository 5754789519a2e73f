// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Synchronization
import Testing

@testable import URLLoading

@Suite("What delegates of background sessions are told", .timeLimit(.minutes(1))) struct SessionDeliveryTests {
    private final class Delegate: NSObject, URLSessionDownloadDelegate {
        let heard = Mutex<[String]>([])

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) { heard.withLock { $0.append("wrote \(totalBytesWritten)") } }

        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            heard.withLock { $0.append("waits") }
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {}

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            heard.withLock { $0.append("is asked") }
            completionHandler(.cancelAuthenticationChallenge, nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            heard.withLock { $0.append("completed") }
        }
    }

    /// One that looks at a task as soon as there is something to do.
    ///
    /// @unchecked Sendable: set before it is used.
    private final class Curious: OperationQueue, @unchecked Sendable {
        var task: URLSessionTask?
        let states = Mutex<[URLSessionTask.State]>([])

        override func addOperation(_ operation: Operation) {
            if let task { states.withLock { $0.append(task.state) } }
            super.addOperation(operation)
        }
    }

    private func download(of session: URLSession) throws -> BackgroundWork {
        let configuration = URLSessionConfiguration.background(withIdentifier: UUID().uuidString)
        let background = BackgroundSession.session(try #require(configuration as? BackgroundConfiguration))
        return BackgroundWork(
            number: 1, .download, nil, nil, resumeID: nil, of: background, session: session, handler: nil)
    }

    @Test("Nothing is told of a task behind its end, whichever thread tells it") func behindTheEnd() throws {
        let delegate = Delegate()
        let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
        let delivery = SessionDelivery(try download(of: session).makeTask(), session)
        let counts = (BackgroundWork.Count(), BackgroundWork.Count(received: 5))
        session.delegateQueue.isSuspended = true
        delivery.progress(from: counts.0, to: counts.1)
        delivery.end(nil, nil, path: nil, URLError(.cancelled)) {}
        delivery.progress(from: counts.0, to: counts.1)
        delivery.waiting()
        session.delegateQueue.isSuspended = false
        session.delegateQueue.waitUntilAllOperationsAreFinished()
        #expect(delegate.heard.withLock { $0 } == ["wrote 5", "completed"])
    }

    @Test("A server that asks behind the end of a task is answered as where nobody is there") func askedBehindTheEnd()
        throws
    {
        let delegate = Delegate()
        let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
        let delivery = SessionDelivery(try download(of: session).makeTask(), session)
        let challenge = try #require(
            URLAuthenticationChallenge.make(
                Challenge(id: "1", method: .httpBasic, host: "example.com", port: 443),
                address: "https://example.com/"))
        let answers = Mutex<[ChallengeReply]>([])
        session.delegateQueue.isSuspended = true
        delivery.ask(challenge) { answer in answers.withLock { $0.append(answer) } }
        delivery.end(nil, nil, path: nil, URLError(.cancelled)) {}
        delivery.ask(challenge) { answer in answers.withLock { $0.append(answer) } }
        session.delegateQueue.isSuspended = false
        session.delegateQueue.waitUntilAllOperationsAreFinished()
        #expect(delegate.heard.withLock { $0 } == ["is asked", "completed"])
        let told = answers.withLock { $0 }
        #expect(
            told == [ChallengeReply(.cancel), ChallengeReply(.performDefaultHandling)],
            "\(told)")
    }

    @Test("What a download goes on by is handed over to each who asks, once, and nothing where it has ended")
    func resumeDataHandlers() throws {
        let (delegate, queue) = (Delegate(), OperationQueue())
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: queue)
        let work = try download(of: session)
        let task = work.makeTask()
        let handed = Mutex<[String]>([])
        queue.isSuspended = true
        for name in ["first", "second"] {
            work.cancel { data in handed.withLock { $0.append("\(name): \(data.map { "\($0.count)" } ?? "nothing")") } }
        }
        #expect(handed.withLock { $0 } == [], "on the queue of the session")
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(handed.withLock { $0 } == ["first: nothing", "second: nothing"])
        #expect(task.state == .completed)
        #expect((task.error as? URLError)?.code == .cancelled)
    }

    @Test("A queue of the app's may look at the task that it is to tell of") func curiousQueue() throws {
        let (delegate, queue) = (Delegate(), Curious())
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: queue)
        let work = try download(of: session)
        let task = work.makeTask()
        queue.task = task
        work.noteProgress(SessionEvent(.progress, number: 1, receivedBytes: 7))
        work.noteWaiting()
        queue.waitUntilAllOperationsAreFinished()
        #expect(delegate.heard.withLock { $0 } == ["wrote 7", "waits"])
        #expect(queue.states.withLock { $0.count } == 2)
    }
}
