// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import OSLog

// Only BackgroundAssets is imported for Foundation's and the URL loading types, as on Apple platforms.

struct UnmanagedExtension: BADownloaderExtension {
    private let logger = Logger(subsystem: "org.example.game", category: "Extension")

    func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload> {
        let essential: Bool
        switch request {
        case .install, .update: essential = true
        case .periodic, .languageChange: essential = false
        }
        if let left = extensionInfo.restrictedDownloadSizeRemaining, left < 42 { return [] }
        guard let manifest = try? Data(contentsOf: manifestURL) else { return [] }
        logger.log("a manifest of \(manifest.count) bytes from \(manifestURL.path, privacy: .public)")
        return [
            BAURLDownload(
                identifier: "s1", request: URLRequest(url: manifestURL), essential: essential, fileSize: 42,
                applicationGroupIdentifier: "group.example", priority: .max)
        ]
    }

    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: Error) {
        let failure = error as NSError
        if failure.domain == kCFErrorDomainCFNetwork as String,
            failure.code == Int(CFNetworkErrors.cfErrorHTTPSProxyConnectionFailure.rawValue)
        {
            logger.error("the proxy is at fault: \(failure.localizedDescription)")
        }
        guard type(of: failedDownload) == BAURLDownload.self, failedDownload.isEssential else { return }
        let again = failedDownload.removingEssential()
        logger.error("\(again.identifier) failed: \(error.localizedDescription)")
    }

    func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL) {
        let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example")
        logger.info("\(finishedDownload.identifier) is at \(fileURL), for \(String(describing: container))")
    }

    func backgroundDownload(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        if space.isProxy(), space.proxyType == NSURLProtectionSpaceHTTPSProxy, challenge.previousFailureCount < 3 {
            return (.useCredential, URLCredential(user: "u", password: "p", persistence: .forSession))
        }
        return space.authenticationMethod == NSURLAuthenticationMethodServerTrust
            ? (.performDefaultHandling, nil) : (.cancelAuthenticationChallenge, nil)
    }

    func extensionWillTerminate() { logger.debug("bye") }
}

final class CompletionDelegate: NSObject, BADownloadManagerDelegate {
    func downloadDidBegin(_ download: BADownload) {}
    func downloadDidPause(_ download: BADownload) {}
    func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64
    ) {}
    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }
    func download(_ download: BADownload, failedWithError error: any Error) {}
    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {}
}

final class AsyncDelegate: NSObject {}

extension AsyncDelegate: BADownloadManagerDelegate {
    func download(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.performDefaultHandling, nil) }
    func download(_ download: BADownload, failedWithError error: Error) {}
}
