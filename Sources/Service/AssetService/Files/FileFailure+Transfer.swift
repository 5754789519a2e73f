// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

extension FileFailure {
    /// What a transfer failed with, as its app is told.
    init(_ error: TransferError) {
        self.init(cause: Cause(error), message: error.description)
    }
}

extension FileFailure.Cause {
    init(_ error: TransferError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .connection: .cannotConnect
            case .hostUnknown: .cannotFindHost
            case .proxy, .proxyAuthentication: .proxy
            case .stalled: .timedOut
            case .untrusted, .certificate: .untrusted
            case .status(_, 401, _, _), .status(_, 407, _, _), .challengeUnanswered: .authenticationRequired
            case .authenticationCancelled: .authenticationCancelled
            case .clientCertificateRequired: .clientCertificateRequired
            case .clientCertificateRejected: .clientCertificateRejected
            case .status(_, 404, _, _), .status(_, 410, _, _): .notFound
            case .status, .headersTooLarge: .badStatus
            case .invalidURL, .invalidRequest: .badRequest
            case .redirect: .redirectRefused
            case .sizeDiffers: .sizeDiffers
            case .hostNotPermitted: .domainNotAllowed
            case .allowanceUsedUp: .allowanceUsedUp
            case .allowanceExceeded: .allowanceExceeded
            case .replaced, .tooLarge, .truncated, .digestMismatch, .blocks, .archive, .wrongPack: .changed
            case .outOfSpace, .diskTooSmall: .outOfSpace
            case .file(let error): error.isOutOfSpace ? .outOfSpace : .fileSystem
            }
    }
}
