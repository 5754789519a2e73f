// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import URLLoading

/// Foundation's property says of itself that it does nothing, and is deprecated for that: here it does, and no warning is to be an error.
private protocol Delayable: AnyObject { var earliestBeginDate: Date? { get set } }
extension URLSessionTask: Delayable {}

/// What a task is given, and what comes back of it.
extension Errands {
    /// Begins two things with all that can be said of a task, and ends.
    static func prepare(_ url: URL) async {
        let session = session(nil, "isStormy")
        let task = session.downloadTask(with: url)
        task.priority = 0.25
        task.taskDescription = "prepared"
        delay(task)
        task.countOfBytesClientExpectsToSend = 11
        task.countOfBytesClientExpectsToReceive = 22
        task.resume()
        let other = session.downloadTask(with: url)
        delay(other)
        other.taskDescription = "forgotten"
        other.resume()
        other.taskDescription = nil
    }

    private static func delay(_ task: any Delayable) {
        task.earliestBeginDate = Date(timeIntervalSince1970: 4_000_000_000)
    }

    /// Begins something of which more comes than it says, and ends.
    static func expect(_ url: URL) {
        let task = session(nil, "isStormy").downloadTask(with: url)
        task.countOfBytesClientExpectsToReceive = 1000
        task.resume()
    }

    /// Sends what has room in a request.
    static func post(to url: URL) async {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("a word".utf8)
        let sent = request
        await perform { $0.dataTask(with: sent) }
    }

    /// Goes on with an object without a delegate when another one of its session is invalid.
    static func outlive(_ url: URL) async {
        let session = session(nil, "isStormy")
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            Self.session(Listener({ ended.call() }), "isStormy").finishTasksAndInvalidate()
        }
        do {
            let (data, _) = try await session.data(from: url)
            Words.say("outlived \(String(decoding: data, as: UTF8.self))")
        } catch { Words.say("failed \((error as? URLError)?.code.rawValue ?? 0)") }
    }

    /// Has a delegate whose functions return what it answers.
    static func answerInFunctions(_ url: URL) async {
        let session = URLSession(
            configuration: .background(withIdentifier: "errands"), delegate: AsyncListener(), delegateQueue: nil)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
        while !Words.wasSaid("invalid") { try? await Task.sleep(for: .milliseconds(10)) }
    }

    /// Says what has come back of these.
    static func look() async {
        for task in await session(nil, "isStormy").allTasks.sorted(by: { $0.taskIdentifier < $1.taskIdentifier }) {
            let begin = (task as any Delayable).earliestBeginDate.map { "\(Int($0.timeIntervalSince1970))" } ?? "none"
            Words.say(
                "\(task.taskDescription ?? "none") \(task.priority) \(begin) \(task.countOfBytesClientExpectsToSend) "
                    + "\(task.countOfBytesClientExpectsToReceive) \(Int(task.progress.fractionCompleted * 100)) %")
        }
    }

    /// Pauses a download by its progress when something has come, and goes on when it is told to.
    static func pause(_ url: URL) async {
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            let session = session(Listener({ ended.call() }))
            let task = session.downloadTask(with: url)
            task.taskDescription = "errand"
            task.resume()
            session.finishTasksAndInvalidate()
            Task {
                while task.countOfBytesReceived == 0 { try? await Task.sleep(for: .milliseconds(10)) }
                task.progress.pause()
                // Its handler is called on a queue of its own.
                while task.state != .suspended { try? await Task.sleep(for: .milliseconds(10)) }
                Words.say("paused \(task.progress.isPaused)")
                await waitUntilTold()
                task.progress.resume()
            }
        }
    }

    /// Sends a body that has no room in a message.
    static func sendMuch(to url: URL) async {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(repeating: 7, count: 600_000)
        let sent = request
        await perform { session in
            let task = session.dataTask(with: sent)
            task.taskDescription = "errand"
            return task
        }
    }

    /// Hears of three downloads when its delegate gets to it, and begins one more meanwhile.
    static func hearSlowly(_ url: URL) async {
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            let session = session(Listener({ ended.call() }), "isStormy")
            for number in 1...3 { session.downloadTask(with: url.appending(path: "\(number)")).resume() }
            Task {
                while !FileManager.default.fileExists(atPath: Words.folder + "more") {
                    try? await Task.sleep(for: .milliseconds(10))
                }
                session.downloadTask(with: url.appending(path: "4")).resume()
                session.finishTasksAndInvalidate()
            }
        }
    }

    /// Begins something when it is told to.
    static func beginLater(_ url: URL) async {
        let session = session(nil, "isStormy")
        Words.say("ready")
        await waitUntilTold()
        session.downloadTask(with: url).resume()
    }

    private static func waitUntilTold() async {
        while !FileManager.default.fileExists(atPath: Words.folder + "go") {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
