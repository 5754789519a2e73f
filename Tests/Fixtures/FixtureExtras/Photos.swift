// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import URLLoading

/// A background URL session of an app without scenes.
final class Photos: NSObject, URLSessionDownloadDelegate {
    private let told: @Sendable () -> Void

    private init(told: @escaping @Sendable () -> Void) { self.told = told }

    private static func session(_ delegate: Photos?) -> URLSession {
        URLSession(configuration: .background(withIdentifier: "photos"), delegate: delegate, delegateQueue: nil)
    }

    /// Begins a download, and leaves it to the service.
    static func leave(_ url: URL) {
        session(nil).downloadTask(with: url).resume()
    }

    /// Returns when all that has ended has been heard of.
    static func listen() async {
        await withCheckedContinuation { continuation in _ = session(Photos { continuation.resume() }) }
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        FixtureExtras.say("downloaded \((try? String(contentsOf: location, encoding: .utf8)) ?? "nothing")")
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { told() }
}
