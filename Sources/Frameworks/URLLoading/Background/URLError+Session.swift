// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
package import ServiceInterface

extension URLError {
    /// Why nothing is asked of the service.
    init(service error: ServiceClientError) {
        let code: Code =
            switch error.serviceError?.code {
            case .sessionInUse?: .backgroundSessionInUseByAnotherProcess
            case .tooManyDownloads?: .resourceUnavailable
            default: .backgroundSessionWasDisconnected
            }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.description])
    }

    /// Why a URL is none for the service; nil for one that is.
    init?(unusable url: URL) {
        let (code, reason): (Code, String)
        switch url.scheme?.lowercased() {
        case "https": return nil
        case "http": (code, reason) = (.appTransportSecurityRequiresSecureConnection, "nothing protects it: use https")
        default: (code, reason) = (.unsupportedURL, "it is no https URL")
        }
        self.init(
            code,
            userInfo: [
                NSLocalizedDescriptionKey: "\(url.absoluteString) cannot be loaded in the background: \(reason)",
                NSURLErrorFailingURLErrorKey: url,
            ])
    }

    /// A body that cannot be kept until it is sent.
    static var streamedBody: URLError {
        URLError(
            .requestBodyStreamExhausted,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "the body of a request of a background session is a stream, which cannot be kept until it is sent: send a file"
            ])
    }

    /// Why a task has ended without an answer.
    ///
    /// - `resumeData`: by which another download goes on with what has come.
    init(_ failure: FileFailure, url: URL?, resumeData: Data? = nil) {
        var information: [String: Any] = [NSLocalizedDescriptionKey: failure.message]
        if let resumeData { information[NSURLSessionDownloadTaskResumeData] = resumeData }
        if let url { information[NSURLErrorFailingURLErrorKey] = url }
        // What its delegate has cancelled is cancelled, as it is on Apple's platforms.
        self.init(failure.cause == .authenticationCancelled ? .cancelled : Code(failure.cause), userInfo: information)
    }

    /// The same with the URL that was asked for, unless it names one.
    func failing(at url: URL?) -> URLError {
        guard let url, failingURL == nil else { return self }
        return URLError(code, userInfo: userInfo.merging([NSURLErrorFailingURLErrorKey: url]) { own, _ in own })
    }
}

extension URLError.Code {
    /// What has happened to something that was loaded from a URL.
    package init(_ cause: FileFailure.Cause) {
        self =
            switch cause {
            case .cancelled: .cancelled
            case .cannotConnect: .cannotConnectToHost
            case .cannotFindHost: .cannotFindHost
            case .timedOut: .timedOut
            case .untrusted: .serverCertificateUntrusted
            case .authenticationRequired: .userAuthenticationRequired
            case .authenticationCancelled: .userCancelledAuthentication
            case .clientCertificateRequired: .clientCertificateRequired
            case .clientCertificateRejected: .clientCertificateRejected
            case .notFound: .fileDoesNotExist
            case .badStatus: .badServerResponse
            case .badRequest: .badURL
            case .redirectRefused: .httpTooManyRedirects
            case .changed: .networkConnectionLost
            case .outOfSpace, .fileSystem: .cannotWriteToFile
            case .manifest: .resourceUnavailable
            default: .unknown
            }
    }
}
