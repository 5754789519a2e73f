// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

import class URLLoading.URLSession

@testable import BackgroundAssets

/// Answers with a handler that it is given, at once or later.
final class HandlerDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
    typealias Handler = (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    private let answer: (URLAuthenticationChallenge, @escaping Handler) -> Void

    init(_ answer: @escaping (URLAuthenticationChallenge, @escaping Handler) -> Void) { self.answer = answer }

    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        note("challenged \(download.identifier) \(space.authenticationMethod) \(challenge.previousFailureCount)")
        answer(challenge, completionHandler)
    }

    func download(_ download: BADownload, failedWithError error: any Error) {
        let failure = error as NSError
        note("failed \(download.identifier) \(failure.domain) \(failure.code)")
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) { note("finished \(download.identifier)") }
}

/// Answers in the asynchronous form.
final class AsynchronousDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
    /// Set for the queue on which callbacks are to come.
    static let key = DispatchSpecificKey<Bool>()

    private func noteQueue() {
        note(DispatchQueue.getSpecific(key: Self.key) == true ? "among callbacks" : "beside callbacks")
    }

    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        noteQueue()
        await Task.yield()
        noteQueue()
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust: return (.performDefaultHandling, nil)
        default:
            note("challenged \(download.identifier) \(challenge.protectionSpace.realm ?? "-")")
            return (.useCredential, URLCredential(user: "delegate", password: "p", persistence: .forSession))
        }
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) { note("finished \(download.identifier)") }
}
