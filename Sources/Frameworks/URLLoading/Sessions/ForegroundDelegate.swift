// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// Tells a delegate what Foundation tells of one of its sessions, with the session that the app knows.
///
/// `@unchecked Sendable`: the session is behind a lock.
final class ForegroundDelegate: NSObject, FoundationNetworking.URLSessionDataDelegate,
    FoundationNetworking.URLSessionDownloadDelegate, FoundationNetworking.URLSessionWebSocketDelegate,
    @unchecked Sendable
{
    typealias Foreground = FoundationNetworking.URLSession

    private let delegate: (any URLSessionDelegate)?
    private let lock = NSLock()
    private var known: URLSession?

    init(_ delegate: (any URLSessionDelegate)?) { self.delegate = delegate }

    convenience init(_ delegate: any URLSessionDelegate, of session: URLSession) {
        self.init(delegate)
        self.session = session
    }

    /// The session that the app knows. It is there until it is invalidated, whether somebody holds it or not, as on Apple's platforms.
    var session: URLSession? {
        get { lock.withLock { known } }
        set { lock.withLock { known = newValue } }
    }

    private var taskDelegate: (any URLSessionTaskDelegate)? { delegate as? any URLSessionTaskDelegate }
    private var dataDelegate: (any URLSessionDataDelegate)? { delegate as? any URLSessionDataDelegate }
    private var downloadDelegate: (any URLSessionDownloadDelegate)? { delegate as? any URLSessionDownloadDelegate }
    private var webSocketDelegate: (any URLSessionWebSocketDelegate)? { delegate as? any URLSessionWebSocketDelegate }

    // MARK: The session

    func urlSession(_ foreground: Foreground, didBecomeInvalidWithError error: (any Error)?) {
        guard let session else { return }
        delegate?.urlSession(session, didBecomeInvalidWithError: error)
        session.forgetDelegate()
        self.session = nil
    }

    func urlSession(
        _ foreground: Foreground, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let session, let delegate else { return completionHandler(.performDefaultHandling, nil) }
        delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    // MARK: Tasks

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let session, let taskDelegate else { return completionHandler(request) }
        taskDelegate.urlSession(
            session, task: task, willPerformHTTPRedirection: response, newRequest: request,
            completionHandler: completionHandler)
    }

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let session, let delegate else { return completionHandler(.performDefaultHandling, nil) }
        guard let taskDelegate else {
            return delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
        }
        taskDelegate.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let session, let taskDelegate else { return completionHandler(nil) }
        taskDelegate.urlSession(session, task: task, needNewBodyStream: completionHandler)
    }

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let session else { return }
        taskDelegate?.urlSession(
            session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    func urlSession(_ foreground: Foreground, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let session else { return }
        taskDelegate?.urlSession(session, task: task, didCompleteWithError: error)
    }

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        guard let session, let taskDelegate else { return completionHandler(.continueLoading, nil) }
        taskDelegate.urlSession(
            session, task: task, willBeginDelayedRequest: request, completionHandler: completionHandler)
    }

    func urlSession(
        _ foreground: Foreground, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        guard let session else { return }
        taskDelegate?.urlSession(session, task: task, didFinishCollecting: metrics)
    }

    // MARK: Data

    func urlSession(
        _ foreground: Foreground, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let session, let dataDelegate else { return completionHandler(.allow) }
        dataDelegate.urlSession(
            session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    func urlSession(
        _ foreground: Foreground, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        guard let session else { return }
        dataDelegate?.urlSession(session, dataTask: dataTask, didBecome: downloadTask)
    }

    func urlSession(_ foreground: Foreground, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let session else { return }
        dataDelegate?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
        _ foreground: Foreground, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        guard let session, let dataDelegate else { return completionHandler(proposedResponse) }
        dataDelegate.urlSession(
            session, dataTask: dataTask, willCacheResponse: proposedResponse, completionHandler: completionHandler)
    }

    // MARK: Downloads

    func urlSession(
        _ foreground: Foreground, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        guard let session else { return }
        downloadDelegate?.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
    }

    func urlSession(
        _ foreground: Foreground, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let session else { return }
        downloadDelegate?.urlSession(
            session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
            totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }

    func urlSession(
        _ foreground: Foreground, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        guard let session else { return }
        downloadDelegate?.urlSession(
            session, downloadTask: downloadTask, didResumeAtOffset: fileOffset, expectedTotalBytes: expectedTotalBytes)
    }

    // MARK: Web sockets

    func urlSession(
        _ foreground: Foreground, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        guard let session else { return }
        webSocketDelegate?.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`)
    }

    func urlSession(
        _ foreground: Foreground, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        guard let session else { return }
        webSocketDelegate?.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
    }
}
