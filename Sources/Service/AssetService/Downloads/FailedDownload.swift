// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface

/// How the last download of a pack ended that brought nothing.
struct FailedDownload: Equatable, Sendable {
    let error: ServiceError
    /// Of its last try; nil when that is not known.
    let cause: FileFailure.Cause?
    /// When that was (seconds since 1970).
    let time: Double
}

extension FailedDownload {
    /// - `now`: what is from a clock that ran ahead is of now.
    init(_ stored: StoredPackFailure, now: Double) {
        self.init(
            error: ServiceError(
                ServiceError.Code(rawValue: stored.code), stored.message, subject: stored.packID),
            cause: stored.cause.map { FileFailure.Cause(rawValue: $0) ?? .unknown }, time: min(stored.failedAt, now))
    }

    func stored(_ key: PackKey) -> StoredPackFailure {
        StoredPackFailure(
            bundleID: key.bundleID, packID: key.packID, code: error.code.rawValue, message: error.message,
            cause: cause?.rawValue, failedAt: time)
    }

    init(_ job: DownloadsService.Job, _ error: ServiceError, at time: Double) {
        self.init(error: error, cause: error.code == .downloadCancelled ? .cancelled : job.record.cause, time: time)
    }
}
