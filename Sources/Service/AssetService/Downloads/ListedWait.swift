// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface

/// Why a download does not progress, as a list of downloads tells it.
struct ListedWait {
    let reason: String
    let condition: Explanation.Condition

    /// - `asked`: what its app is being asked.
    /// - `wait`: what the queue says.
    /// - `cause`: that of its last failure.
    /// - `isSilent`: whether its server has been silent for long.
    /// - Returns: nil for one that progresses.
    init?(asked: PendingChallenge?, wait: WaitReason?, after cause: FileFailure.Cause?, isSilent: Bool) {
        if let asked {
            (reason, condition) = (asked.reason, .authentication)
        } else if let wait {
            (reason, condition) = (wait.description, .init(wait, after: cause))
        } else if isSilent {
            (reason, condition) = (TransferSilence.reason, .serverSilent)
        } else {
            return nil
        }
    }
}
