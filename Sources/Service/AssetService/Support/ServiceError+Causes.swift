// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import BundleSources
internal import Foundation
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// What the parts throw, as the errors that cross the socket.

extension ServiceError {
    /// What any of the parts threw.
    init(cause error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as AssetStoreError: self.init(store: error)
        case let error as SystemError: self.init(system: error)
        case let error as AppBundleError: self.init(bundle: error)
        default: self.init(.internalError, "\(error)")
        }
    }

    init(store error: AssetStoreError) {
        switch error {
        case .files(let reason, outOfSpace: true): self.init(.outOfSpace, reason)
        case .unknownApp: self.init(.appNotFound, "\(error)")
        default: self.init(.internalError, "\(error)")
        }
    }

    init(bundle error: AppBundleError) { self.init(.bundleInvalid, error.description) }

    init(manifest error: ManifestError, bundleID: String) {
        let code: Code =
            switch error {
            case .noSource, .noReceipt: .configurationInvalid
            case .transfer: .manifestUnavailable
            case .malformed, .invalid: .manifestInvalid
            case .store(_, let error): ServiceError(store: error).code
            }
        self.init(code, error.description, subject: bundleID)
    }

    init(transfer error: TransferError, packID: String) {
        let code: Code =
            switch error {
            case .cancelled: .downloadCancelled
            case .outOfSpace, .diskTooSmall: .outOfSpace
            case .file(let error) where error.isOutOfSpace: .outOfSpace
            case .archive, .wrongPack, .digestMismatch, .blocks: .archiveInvalid
            default: .downloadFailed
            }
        self.init(code, "the asset pack \(packID) could not be fetched: \(error)", subject: packID)
    }

    /// - `source`: what the app is installed from.
    init(bundleSource error: BundleSourceError, source: AppSource) {
        let code: Code =
            switch error {
            case .bundle: .bundleInvalid
            case .file, .outOfSpace, .stopped: error.isOutOfSpace ? .outOfSpace : .installationFailed
            default: .archiveInvalid
            }
        self.init(code, "the app cannot be installed from \(source): \(error)")
    }

    /// - `source`: what the app is installed from.
    init(appTransfer error: TransferError, source: AppSource) {
        let code: Code =
            switch error {
            case .status where !error.remedy.mayHelpLater: .downloadRefused
            default: error.remedy.waitsForSpace ? .outOfSpace : .downloadFailed
            }
        self.init(
            code,
            "the app cannot be fetched from \(source): \(error)" + Self.advice(error, source))
    }

    /// What may be wrong with an address that its server has refused, and has not said itself.
    private static func advice(_ error: TransferError, _ source: AppSource) -> String {
        guard case .status(_, 400...404, _, nil) = error, case .remote(let address) = source,
            let context = URLComponents(url: address.url, resolvingAgainstBaseURL: true)?.queryItems?
                .first(where: { $0.name == "context" })?.value
        else { return "" }
        return "; look at what its query asks for, the context \(context)"
    }

    init(system error: SystemError) {
        self.init(error.isOutOfSpace ? .outOfSpace : .internalError, error.description)
    }

    static func appNotFound(_ bundleID: String) -> ServiceError {
        // One that is named by nothing is not left out of the sentence.
        let name = bundleID.isEmpty ? "\"\"" : bundleID
        return ServiceError(
            .appNotFound, "no app \(name) is installed; `ba apps` lists those that are", subject: bundleID)
    }

    static func packNotFound(_ packID: String, of bundleID: String) -> ServiceError {
        ServiceError(
            .assetPackNotFound,
            "the manifest of \(bundleID) lists no asset pack \(packID); `ba packs \(bundleID)` shows "
                + "those it does", subject: packID)
    }
}
