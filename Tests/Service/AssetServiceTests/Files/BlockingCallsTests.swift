// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Dispatch
import Foundation
import FoundationNetworking
import ServiceInterface
import Testing

import class URLLoading.URLSession

@testable import BackgroundAssets

/// Calls that wait for the service, made where the service is waited for.
@Suite("Blocking calls", .timeLimit(.minutes(2))) struct BlockingCallsTests {
    private static let bytes: [UInt8] = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 / 9) }
    private static let password = "Basic " + Data("delegate:p".utf8).base64EncodedString()

    /// One that calls its manager from each of its callbacks, and waits there for what comes of it.
    private final class CallingDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
        let manager: BADownloadManager
        private let name: String
        private let make: (String) throws -> BAURLDownload

        init(_ manager: BADownloadManager, _ name: String, _ make: @escaping (String) throws -> BAURLDownload) {
            (self.manager, self.name, self.make) = (manager, name, make)
        }

        private func attempt(_ step: String, _ body: () throws -> Void) {
            do {
                try body()
                note(step)
            } catch { note("\(step) failed: \(error)") }
        }

        override func downloadDidBegin(_ download: BADownload) {
            // One that gave way to those in front begins once more.
            guard download.identifier == name + "-1", !lines.contains("listed") else { return }
            attempt("listed") { _ = try manager.fetchCurrentDownloads() }
            attempt("scheduled") { try manager.scheduleDownload(make(name + "-2")) }
            attempt("in front") { try manager.startForegroundDownload(make(name + "-3")) }
            attempt("cancelled") {
                let unwanted = try make(name + "-4")
                try manager.scheduleDownload(unwanted)
                try manager.cancel(unwanted)
            }
            control("began")
        }

        func download(
            _ download: BADownload, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
                return completionHandler(.performDefaultHandling, nil)
            }
            attempt("listed when asked") { _ = try manager.fetchCurrentDownloads() }
            control("asked")
            completionHandler(.useCredential, URLCredential(user: "delegate", password: "p", persistence: .none))
        }

        func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
            attempt("listed at the end") { _ = try manager.fetchCurrentDownloads() }
            control("finished")
            note("finished \(download.identifier)")
        }

        func download(_ download: BADownload, failedWithError error: any Error) {
            note("failed \(download.identifier) \(error)")
        }

        /// Keeps the queue of the callbacks waiting until control was had and given back.
        private func control(_ step: String) {
            let had = DispatchSemaphore(value: 0)
            manager.withExclusiveControl { [self] isHad, error in
                attempt("controlled") {
                    if let error { throw error }
                    // And once more a call that waits, of a queue that others wait for.
                    if isHad { _ = try manager.fetchCurrentDownloads() }
                }
                had.signal()
            }
            had.wait()
        }
    }

    @Test(
        "A5, A6: calls that wait, and exclusive control, never stand in the way of callbacks: in them, and two at a time"
    )
    func callbacks() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            func make(_ identifier: String) throws -> BAURLDownload {
                BAURLDownload(
                    identifier: identifier,
                    request: URLRequest(url: try #require(URL(string: world.server.url("/" + identifier)))),
                    essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            }
            var delegates: [CallingDelegate] = []
            for name in ["a", "b"] {
                for number in 1...4 {
                    world.server.serve(
                        "/\(name)-\(number)", Self.bytes,
                        finally: .status(401, headers: [("WWW-Authenticate", "Basic realm=\"\(name)\(number)\"")])
                            .unless("Authorization", Self.password))
                }
                let manager = try await world.manager()
                let delegate = CallingDelegate(manager, name, make)
                manager.delegate = delegate
                delegates.append(delegate)
            }
            for (name, delegate) in zip(["a", "b"], delegates) {
                let (manager, first) = (delegate.manager, try make(name + "-1"))
                Thread.detachNewThread {
                    do { try manager.scheduleDownload(first) } catch { Issue.record("\(name)-1: \(error)") }
                }
            }
            // Both are told of everything of their app; the first that takes an end has it.
            for name in ["a", "b"] {
                for number in 1...3 {
                    try await eventually {
                        delegates.contains { $0.lines.contains("finished \(name)-\(number)") }
                    }
                }
            }
            try await world.waitForNoEndings()
            for delegate in delegates {
                let lines = delegate.lines
                #expect(!lines.contains { $0.contains("failed") }, "\(lines)")
                for step in ["listed", "scheduled", "in front", "cancelled", "controlled"] {
                    #expect(lines.contains(step), "\(step): \(lines)")
                }
            }
            // Either of them was asked by the servers.
            #expect(delegates.contains { $0.lines.contains("listed when asked") })
            withExtendedLifetime(delegates) {}
        }
    }
}
