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
