// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import ExtensionFoundation
public import Foundation
public import FoundationNetworking

public import class URLLoading.URLSession

/// A part of an app that decides on downloads while the app does not run.
///
/// The system runs it for a short time when the app is installed, updated or checked for updates, and for what becomes of
/// the downloads. Every method may be left out.
public protocol BADownloaderExtension: AppExtension {
    /// What to download.
    ///
    /// - Parameters:
    ///   - request: why the system asks.
    ///   - manifestURL: what `BAManifestURL` serves, in a file that goes when this returns.
    ///   - extensionInfo: what may be scheduled before the first launch.
    /// - Returns: the downloads to schedule; the only way to do so from here.
    func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload>

    /// The file of a download is there, until this returns: it has to be moved.
    func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL)

    /// A download has ended without a file.
    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error)

    /// The server of a download wants to be trusted, or to know who asks.
    func backgroundDownload(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// The system is about to end the extension.
    ///
    /// It is not called here: an extension is ended once its entry point has returned, or at once when it has used up its run time or
    /// memory. Apple's systems do not call it in all cases either, and have deprecated it.
    @available(*, deprecated, message: "It is not called: do what has to be done before an entry point returns.")
    func extensionWillTerminate()
}

extension BADownloaderExtension {
    /// Answers `backgroundassets.v1.Extension`.
    public static func _requests(to instance: Self) -> _ExtensionRequests {
        _ExtensionRequests(handlers: AskedExtension(instance).handlers())
    }

    /// The configuration that the system connects with.
    public var configuration: _DownloaderExtensionConfiguration { _DownloaderExtensionConfiguration() }

    /// Schedules nothing.
    public func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload> { [] }

    /// Leaves the file to the system.
    public func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL) {}

    /// Does nothing.
    public func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error) {}

    /// Leaves it to the system.
    public func backgroundDownload(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        OptionalMethods.noteDefault(.challenge, of: self)
        return (.performDefaultHandling, nil)
    }

    /// Does nothing.
    public func extensionWillTerminate() {}
}
