// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

public import class URLLoading.URLSession

/// Follows the downloads of an app and its extension.
///
/// Every method may be left out. Of the two for challenges, one is enough.
///
/// A class has the methods that are seen where it conforms to this protocol. Here is no Objective-C runtime, which would look
/// for a method by its name: one that only a subclass of the conforming class has is never called, and the compiler says
/// nothing. Write the method in the class that conforms, if only to do nothing, and override it in the subclass; or have the
/// subclass conform instead of its superclass.
public protocol BADownloadManagerDelegate: NSObjectProtocol {
    /// A download has begun, or goes on.
    func downloadDidBegin(_ download: BADownload)

    /// A download waits.
    func downloadDidPause(_ download: BADownload)

    /// Bytes of a download have arrived.
    func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64)

    /// The server wants to be trusted, or to know who asks.
    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// The server wants to be trusted, or to know who asks.
    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// A download has ended without a file.
    func download(_ download: BADownload, failedWithError error: any Error)

    /// The file of a download is there; it is the system's until it is moved.
    func download(_ download: BADownload, finishedWithFileURL fileURL: URL)
}

extension BADownloadManagerDelegate {
    /// Does nothing.
    public func downloadDidBegin(_ download: BADownload) {}

    /// Does nothing.
    public func downloadDidPause(_ download: BADownload) {}

    /// Does nothing.
    public func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64
    ) {}

    /// Leaves it to the system.
    public func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        OptionalMethods.noteDefault(.challengeWithHandler, of: self)
        completionHandler(.performDefaultHandling, nil)
    }

    /// Leaves it to the system.
    public func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        OptionalMethods.noteDefault(.challenge, of: self)
        return (.performDefaultHandling, nil)
    }

    /// Does nothing.
    public func download(_ download: BADownload, failedWithError error: any Error) {
        OptionalMethods.noteDefault(.failed, of: self)
    }

    /// Does nothing.
    public func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        OptionalMethods.noteDefault(.finished, of: self)
    }
}
