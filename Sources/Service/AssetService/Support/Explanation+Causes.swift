// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ExtensionHost
internal import ServiceInterface

// What the parts say, as the conditions that programs tell apart.

extension Explanation {
    /// What a download waits for.
    ///
    /// - `cause`: that of its last failure.
    init(_ subject: String, waitingFor wait: DownloadWait, after cause: FileFailure.Cause?) {
        var endsWhen = wait.endsWhen
        if case .backOff = wait.reason, let cause { endsWhen = cause.endsWhen }
        self.init(
            subject: subject, state: "waiting", condition: Condition(wait.reason, after: cause),
            reason: wait.reason.description, since: wait.since, endsWhen: endsWhen,
            nextAttempt: wait.reason.nextAttempt)
    }
}

extension Explanation.Condition {
    /// - `cause`: that of the last failure of the download.
    init(_ reason: WaitReason, after cause: FileFailure.Cause?) {
        self =
            switch reason {
            case .paused: .paused
            case .backOff: cause.map { Self($0) } ?? .unknown
            case .held(let hold): Self(hold.condition)
            case .behindInstallation: .behindInstallation
            case .installationPaused: .installationPaused
            case .behind: .behindDownloads
            }
    }

    init(_ condition: DownloadCondition) {
        self =
            switch condition {
            case .lowPowerMode: .lowPowerMode
            case .backgroundRefreshOff, .appBackgroundRefreshOff: .backgroundRefreshOff
            case .inAppContentOff: .inAppContentOff
            case .metered: .metered
            case .gameInFront: .gameInFront
            }
    }

    init(_ cause: FileFailure.Cause) {
        self =
            switch cause {
            case .cancelled: .cancelled
            case .cannotConnect, .cannotFindHost: .noConnection
            case .timedOut: .timedOut
            case .proxy: .proxy
            case .untrusted: .serverUntrusted
            case .authenticationRequired, .authenticationCancelled, .clientCertificateRequired,
                .clientCertificateRejected:
                .authentication
            case .notFound: .notFound
            case .badStatus: .serverError
            case .badRequest: .requestInvalid
            case .redirectRefused: .redirectRefused
            case .sizeDiffers, .changed: .contentDiffers
            case .outOfSpace: .diskFull
            case .fileSystem: .fileSystem
            case .domainNotAllowed: .domainNotAllowed
            case .allowanceUsedUp, .allowanceExceeded, .wouldExceedAllowance: .allowance
            case .manifest: .manifestInvalid
            case .unknown: .unknown
            }
    }

    /// - `code`: of what an installation failed with.
    init(_ code: ServiceError.Code) {
        self =
            switch code {
            case .outOfSpace: .diskFull
            case .consentRequired: .consent
            case .archiveInvalid, .bundleInvalid, .signatureInvalid, .configurationInvalid: .bundleInvalid
            case .manifestInvalid: .manifestInvalid
            default: .installationFailed
            }
    }

    init(_ error: ManifestError) {
        self =
            switch error {
            case .noSource, .noReceipt: .bundleInvalid
            case .transfer(_, let error): Self(FileFailure.Cause(error))
            case .malformed, .invalid: .manifestInvalid
            case .store(_, let error): ServiceError(store: error).code == .outOfSpace ? .diskFull : .fileSystem
            }
    }

    init(_ error: ExtensionError) {
        self =
            switch error {
            case .hung: .runTimeUsedUp
            case .memoryExceeded: .memoryExceeded
            case .excessive: .tooManyDownloads
            case .calledOff: .cancelled
            case .notPermitted, .cannotStart, .cannotConfine, .neverRan, .exited, .crashed, .nonsense: .extensionFailed
            }
    }
}
