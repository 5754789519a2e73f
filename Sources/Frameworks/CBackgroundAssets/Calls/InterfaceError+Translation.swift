// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import Foundation
internal import ServiceInterface

extension InterfaceError {
    /// What the framework has thrown; `packID` is the pack that was asked for, if one was.
    init(_ error: any Error, packID: String? = nil) {
        switch error {
        case let error as InterfaceError:
            self = error
        case let error as ManagedBackgroundAssetsError:
            switch error {
            case .assetPackNotFound(let id): self.init(.packNotFound, error.description, packID: id)
            case .fileNotFound: self.init(.fileNotFound, error.description, packID: packID)
            }
        case let error as ServiceFailure:
            self.init(Self.code(error.code), error.message, name: error.code?.rawValue, packID: packID)
        case let error as CocoaError:
            self.init(Self.code(error), error.localizedDescription, packID: packID)
        case is CancellationError:
            self = .cancelled
        default:
            self.init(.service, error.localizedDescription, packID: packID)
        }
    }

    private static func code(_ code: ServiceError.Code?) -> ResultCode {
        switch code {
        case nil: .serviceUnavailable
        case .notAttributed: .notAttributed
        case .configurationInvalid: .configurationInvalid
        case .manifestUnavailable: .manifestUnavailable
        case .manifestInvalid: .manifestInvalid
        case .downloadFailed: .downloadFailed
        case .archiveInvalid: .archiveInvalid
        case .downloadNotFound: .downloadNotFound
        default: .service
        }
    }

    private static func code(_ error: CocoaError) -> ResultCode {
        switch error.code {
        case .userCancelled: .downloadCancelled
        case .fileWriteOutOfSpace: .outOfSpace
        case .fileReadInvalidFileName: .pathInvalid
        case .fileReadNoPermission: .readNotPermitted
        default: .readFailed
        }
    }
}
