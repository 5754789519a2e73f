// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Synchronization

/// Brings photos to the person's profile, whether the app is there or not.
final class PhotoUpload: NSObject, URLSessionDataDelegate, Sendable {
    static let shared = PhotoUpload()

    private struct State {
        var session: URLSession?
        var isComplete = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Hears of what has ended while the app was away.
    @discardableResult func takeUp() -> URLSession {
        state.withLock { state in
            if let session = state.session { return session }
            let configuration = URLSessionConfiguration.background(withIdentifier: "photos")
            configuration.sessionSendsLaunchEvents = true
            let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
            state.session = session
            return session
        }
    }

    func upload(_ photo: URL) {
        var request = URLRequest(url: Settings.server.appendingPathComponent("photo"))
        request.httpMethod = "PUT"
        request.setValue("image/bmp", forHTTPHeaderField: "Content-Type")
        takeUp().uploadTask(with: request, fromFile: photo).resume()
    }

    /// Returns when all that has happened while the app was away has been handled.
    func waitUntilHandled() async {
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                if !state.isComplete { state.waiters.append(continuation) }
                return state.isComplete
            }
            if isComplete { continuation.resume() }
        }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        guard error == nil, (200..<300).contains(status) else {
            return say("the photo is not in the profile: \(error?.localizedDescription ?? "\(status)")")
        }
        say("the photo is in the profile")
        // The delegate's queue is the session's own: nothing else is told before this is done.
        let isTold = DispatchSemaphore(value: 0)
        Task {
            await notifyOfProfile()
            isTold.signal()
        }
        isTold.wait()
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        let waiters = state.withLock { state in
            state.isComplete = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
