// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// Hears of what happens in a session, and says it.
final class Listener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private let ended: @Sendable () -> Void

    private let events: @Sendable () -> Void

    init(_ ended: @escaping @Sendable () -> Void = {}, events: @escaping @Sendable () -> Void = {}) {
        self.events = events
        self.ended = ended
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        // Its file is read when everybody else is done.
        if FileManager.default.fileExists(atPath: Words.folder + "hasty") { usleep(300_000) }
        while FileManager.default.fileExists(atPath: Words.folder + "held") { usleep(10_000) }
        let text = (try? String(contentsOf: location, encoding: .utf8)) ?? "nothing"
        Words.say("downloaded \(text)")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        if totalBytesWritten == totalBytesExpectedToWrite { Words.say("wrote \(totalBytesWritten)") }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) { Words.say("resumed at \(fileOffset > 0 ? "some" : "none") of \(expectedTotalBytes)") }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) { if totalBytesSent == bytesSent { Words.say("sending \(totalBytesExpectedToSend)") } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        Words.say("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        Words.say("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (space, folder) = (challenge.protectionSpace, Words.folder)
        if space.authenticationMethod == NSURLAuthenticationMethodServerTrust {
            let isDoubted = FileManager.default.fileExists(atPath: folder + "doubt")
            return completionHandler(isDoubted ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
        }
        Words.say("asked for \(space.realm ?? "nothing") \(challenge.previousFailureCount)")
        guard let password = try? String(contentsOfFile: folder + "password", encoding: .utf8) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        guard password != "cancel" else { return completionHandler(.cancelAuthenticationChallenge, nil) }
        completionHandler(
            .useCredential, URLCredential(user: "ada", password: password, persistence: .forSession))
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) { Words.say("waiting") }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = (error as? URLError).map { error in
            " \(error.code.rawValue)" + (error.failingURL == task.originalRequest?.url ? "" : " of another URL")
        }
        Words.say("completed \(task.taskDescription ?? "task")\(failure ?? "")")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        Words.say("finished events of \(session.configuration.identifier ?? "none")")
        events()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { ended() }
}
