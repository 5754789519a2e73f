// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

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
    init(_ job: DownloadsService.Job, _ error: ServiceError, at time: Double) {
        self.init(error: error, cause: error.code == .downloadCancelled ? .cancelled : job.record.cause, time: time)
    }
}
