// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceClient
package import ServiceInterface

/// What keeps the service from doing what an app asks for, where Apple's API has no error of its own: a missing key in
/// Info.plist, a manifest that cannot be had, a service that is not installed.
package struct ServiceFailure: LocalizedError, CustomStringConvertible, Equatable, Sendable {
    /// The cause; nil when the service could not be reached.
    package let code: ServiceError.Code?
    /// What happened, to which app or pack, and what to do.
    package let message: String

    package init(code: ServiceError.Code?, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
    package var errorDescription: String? { message }
}

/// Turns errors of the service into those of Apple's API.
enum ErrorTranslation {
    /// The error as an app gets it; `packID` is the pack that was asked for, if one was.
    static func error(_ error: ServiceError, packID: String? = nil) -> any Error {
        switch error.code {
        case .assetPackNotFound:
            ManagedBackgroundAssetsError.assetPackNotFound(withID: packID ?? error.subject ?? "")
        case .downloadCancelled:
            CocoaError(.userCancelled, userInfo: [NSLocalizedDescriptionKey: error.message])
        case .outOfSpace:
            CocoaError(.fileWriteOutOfSpace, userInfo: [NSLocalizedDescriptionKey: error.message])
        default:
            ServiceFailure(code: error.code, message: error.message)
        }
    }

    /// Whether an error that an app got is about packs: the server, the manifest, the disk. Else it is about the app, or
    /// about the way to the service.
    static func concernsPacks(_ error: any Error) -> Bool {
        let codes: [ServiceError.Code] = [
            .manifestUnavailable, .manifestInvalid, .downloadFailed, .archiveInvalid, .internalError,
        ]
        return switch error {
        case let error as ServiceFailure: error.code.map(codes.contains) ?? false
        case is ManagedBackgroundAssetsError, is CocoaError: true
        default: false
        }
    }

    static func error(_ error: ServiceClientError, packID: String? = nil) -> any Error {
        switch error {
        case .service(let error): self.error(error, packID: packID)
        case .cancelled: CancellationError()
        default: ServiceFailure(code: nil, message: error.description)
        }
    }
}
