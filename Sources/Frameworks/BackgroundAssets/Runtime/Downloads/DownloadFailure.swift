// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
internal import ServiceInterface

/// What goes wrong with downloads, as the errors that Apple's system has for it.
enum DownloadFailure {
    static func error(_ code: BAErrorCode, _ message: String) -> NSError {
        NSError(domain: BAErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// Why a call was not carried out.
    static func error(_ error: ServiceClientError) -> NSError {
        guard let cause = error.serviceError else { return Self.error(.callerConnectionInvalid, error.description) }
        let code: BAErrorCode =
            switch cause.code {
            case .downloadInvalid, .bundleInvalid: .downloadInvalid
            case .downloadAlreadyScheduled: .downloadAlreadyScheduled
            case .downloadNotFound: .downloadNotScheduled
            case .essentialDownloadNotPermitted: .downloadEssentialDownloadNotPermitted
            case .callFromExtensionNotAllowed: .callFromExtensionNotAllowed
            case .callFromInactiveProcessNotAllowed: .callFromInactiveProcessNotAllowed
            case .notAttributed, .rootMismatch, .appNotFound, .connectionRefused, .exclusiveControlNotAcquired:
                .callerConnectionNotAccepted
            default: .callerConnectionInvalid
            }
        return Self.error(code, cause.message)
    }

    /// Why a download has ended without a file.
    static func error(_ failure: FileFailure, address: URL?) -> NSError {
        if failure.cause == .sizeDiffers { return error(.downloadInvalid, failure.message) }
        let code: URLError.Code =
            switch failure.cause {
            case .cancelled: .cancelled
            case .cannotConnect: .cannotConnectToHost
            case .timedOut: .timedOut
            case .untrusted: .serverCertificateUntrusted
            case .notFound: .fileDoesNotExist
            case .badStatus: .badServerResponse
            case .badRequest: .badURL
            case .redirectRefused: .httpTooManyRedirects
            case .changed: .networkConnectionLost
            case .outOfSpace, .fileSystem: .cannotWriteToFile
            case .manifest: .resourceUnavailable
            case .sizeDiffers, .unknown: .unknown
            }
        var information: [String: any Sendable] = [NSLocalizedDescriptionKey: failure.message]
        if let address { information[NSURLErrorFailingURLErrorKey] = address }
        return NSError(domain: NSURLErrorDomain, code: code.rawValue, userInfo: information)
    }
}
