// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
internal import ServiceInterface
internal import URLLoading

/// What goes wrong with downloads, as the errors that Apple's system has for it.
enum DownloadFailure {
    static func error(_ code: BAErrorCode, _ message: String) -> NSError {
        NSError(domain: BAErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// Why a download was not scheduled, or started.
    static func scheduling(_ error: ServiceClientError) -> NSError {
        switch error.serviceError?.code {
        // The service is there and has understood: something in its files is in the way.
        case .internalError?, .outOfSpace?, .installationFailed?:
            Self.error(.downloadFailedToStart, error.serviceError?.message ?? error.description)
        default: Self.error(error)
        }
    }

    /// Why a call was not carried out.
    static func error(_ error: ServiceClientError) -> NSError {
        guard let cause = error.serviceError else { return Self.error(.callerConnectionInvalid, error.description) }
        let code: BAErrorCode =
            switch cause.code {
            case .downloadInvalid, .bundleInvalid: .downloadInvalid
            case .downloadAlreadyScheduled: .downloadAlreadyScheduled
            case .tooManyDownloads: .downloadFailedToStart
            case .downloadNotFound: .downloadNotScheduled
            case .essentialDownloadNotPermitted: .downloadEssentialDownloadNotPermitted
            case .callFromExtensionNotAllowed: .callFromExtensionNotAllowed
            case .backgroundActivityProhibited: .downloadBackgroundActivityProhibited
            case .notPermittedBeforeLaunch: .sessionDownloadNotPermittedBeforeAppLaunch
            case .allowanceExceeded: .downloadWouldExceedAllowance
            case .callFromInactiveProcessNotAllowed: .callFromInactiveProcessNotAllowed
            case .notAttributed, .rootMismatch, .appNotFound, .connectionRefused, .exclusiveControlNotAcquired:
                .callerConnectionNotAccepted
            default: .callerConnectionInvalid
            }
        return Self.error(code, cause.message)
    }

    /// Why a download has ended without a file.
    static func error(_ failure: FileFailure, address: URL?) -> NSError {
        if let code = ownCode(of: failure.cause) { return error(code, failure.message) }
        var information: [String: any Sendable] = [NSLocalizedDescriptionKey: failure.message]
        if let address { information[NSURLErrorFailingURLErrorKey] = address }
        if failure.cause == .proxy {
            // As a URLSession has it.
            return NSError(
                domain: kCFErrorDomainCFNetwork,
                code: Int(CFNetworkErrors.cfErrorHTTPSProxyConnectionFailure.rawValue), userInfo: information)
        }
        return NSError(domain: NSURLErrorDomain, code: URLError.Code(failure.cause).rawValue, userInfo: information)
    }

    /// What Background Assets alone has a code for.
    private static func ownCode(of cause: FileFailure.Cause) -> BAErrorCode? {
        switch cause {
        case .sizeDiffers: .downloadInvalid
        case .domainNotAllowed: .sessionDownloadDisallowedByDomain
        case .allowanceUsedUp: .sessionDownloadDisallowedByAllowance
        case .allowanceExceeded: .sessionDownloadAllowanceExceeded
        case .wouldExceedAllowance: .downloadWouldExceedAllowance
        default: nil
        }
    }
}
