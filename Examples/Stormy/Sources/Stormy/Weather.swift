// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Synchronization

/// Asks a server for the weather.
final class Weather: NSObject, URLSessionDownloadDelegate, Sendable {
    static let shared = Weather()

    private struct State {
        var answer: String?
        /// The app was woken for the answer, and looks at it then.
        var isAwaited = false
        /// All that has happened while the app was away has been told.
        var isComplete = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    private var request: URLRequest { URLRequest(url: Settings.server.appendingPathComponent("now")) }

    /// Whether it is stormy now. When the task is to end before the server has answered, the same request goes on as a download, for which
    /// the app is woken.
    func isStormy() async -> Bool {
        let configuration = URLSessionConfiguration.background(withIdentifier: "isStormy")
        configuration.sessionSendsLaunchEvents = true
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let request = request
        let response = await withTaskCancellationHandler {
            try? await session.data(for: request)
        } onCancel: {
            session.downloadTask(with: request).resume()
        }
        if Settings.ignoresCancellation { while true { try? await Task.sleep(for: .seconds(1)) } }
        guard let (data, _) = response else {
            say("the weather is slow today: the system goes on asking")
            return false
        }
        return Self.isStormy(String(decoding: data, as: UTF8.self))
    }

    /// Whether the answer to a request that went on is that it is stormy.
    func answerIsStormy() async -> Bool {
        state.withLock { $0.isAwaited = true }
        let configuration = URLSessionConfiguration.background(withIdentifier: "isStormy")
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                if !state.isComplete { state.waiters.append(continuation) }
                return state.isComplete
            }
            if isComplete { continuation.resume() }
        }
        withExtendedLifetime(session) {}
        let answer = state.withLock { state in
            // The next day has another one.
            defer { state = State() }
            return state.answer
        }
        return answer.map(Self.isStormy) ?? false
    }

    private static func isStormy(_ answer: String) -> Bool {
        let word = answer.trimmingCharacters(in: .whitespacesAndNewlines)
        say("the weather: \(word)")
        return word == "stormy"
    }

    // MARK: URLSessionDownloadDelegate

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        guard let answer = try? String(contentsOf: location, encoding: .utf8) else { return }
        let isAwaited = state.withLock { state in
            if state.isAwaited { state.answer = answer }
            return state.isAwaited
        }
        // One that was there all the while is woken for nothing.
        if !isAwaited, Self.isStormy(answer) { Task { await notifyForPhoto() } }
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
